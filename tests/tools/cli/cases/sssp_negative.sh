multigraph sssp negative.wel --source 1
