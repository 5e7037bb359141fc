# directed, ids with gaps, one vertex with a loop only
10 20
20 30
30 40
7 7
