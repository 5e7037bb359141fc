# SPDX-License-Identifier: Apache-2.0
"""The structs and constants of multigraph.h. A test compares all sizes and offsets with those of a C compiler."""

import ctypes as c

NONE = 0xFFFFFFFF  # MG_NONE: no vertex

# Constants by their names in the header.
CONSTANTS = {
    "MG_THREADS_MAX": 4096, "MG_DEVICES_MAX": 16, "MG_DEVICES_ALL": 0xffffffff, "MG_RANKS_MAX": 1024,
    "MG_AS_GIVEN": 0, "MG_DIRECTED": 1, "MG_UNDIRECTED": 2,
    "MG_WEIGHTS_FILE": 0, "MG_WEIGHTS_UNIT": 1, "MG_WEIGHTS_RANDOM": 2,
    "MG_BACKEND_AUTO": 0, "MG_BACKEND_CPU": 1, "MG_BACKEND_CUDA": 2,
    "MG_MODE_AUTO": 0, "MG_MODE_SPARSE": 1, "MG_MODE_DENSE": 2, "MG_MODE_PULL": 3,
    "MG_SPARSE_AUTO": 0, "MG_SPARSE_CSR": 1, "MG_SPARSE_SEGMENTED": 2,
    "MG_DENSE_AUTO": 0, "MG_DENSE_PANELS": 1, "MG_DENSE_BLOCKS": 2,
    "MG_ORDER_DEFAULT": 0, "MG_ORDER_NATURAL": 1, "MG_ORDER_SHUFFLED": 2, "MG_ORDER_DEGREE": 3, "MG_ORDER_RCM": 4,
    "MG_ORDER_METIS": 5, "MG_ORDER_AUTO": 6,
    "MG_TYPE_NONE": 0, "MG_INT32": 1, "MG_UINT32": 2, "MG_INT64": 3, "MG_UINT64": 4, "MG_FLOAT32": 5, "MG_FLOAT64": 6,
    "MG_NUMBER": 0, "MG_DISTANCE": 1, "MG_VERTEX": 2,
    "MG_PLUS_TIMES": 0, "MG_MIN_PLUS": 1, "MG_OR_AND": 2, "MG_MIN_FIRST": 3, "MG_PLUS_FIRST": 4,
    "MG_SIMILARITY_DOT": 0, "MG_SIMILARITY_COSINE": 1,
    "MG_SET_JACCARD": 0, "MG_SET_OVERLAP": 1, "MG_SET_COSINE": 2,
    "MG_WALK_UNIFORM": 0, "MG_WALK_WEIGHTED": 1, "MG_WALK_NODE2VEC": 2,
    "MG_SCHEDULER_FLAT": 0, "MG_SCHEDULER_PERSISTENT": 1, "MG_SCHEDULER_DYNAMIC": 2,
    "MG_LOG_WARNING": 0, "MG_LOG_INFO": 1, "MG_LOG_DEBUG": 2,
    "MG_PHASES_MAX": 16, "MG_LOOPS_MAX": 4, "MG_COLUMNS_MAX": 8, "MG_EDGE_COLUMNS_MAX": 4, "MG_PARAMETERS_MAX": 16,
    "MG_MATRIX_ARRAYS_MAX": 16,
    "MG_CDLP_ITERATIONS": 10, "MG_LEIDEN_PASSES": 2,
    "MG_OK": 0, "MG_NOT_CONVERGED": 1, "MG_ERROR_CANCELLED": -7,
}  # fmt: skip

# Default values of options by their names in the header.
DEFAULTS = {"MG_PAGERANK_DAMPING": 0.85, "MG_PAGERANK_TOLERANCE": 1e-6, "MG_HITS_TOLERANCE": 1e-8,
            "MG_EIGENVECTOR_TOLERANCE": 1e-6, "MG_KATZ_ALPHA": 0.1,
            "MG_COMMUNITIES_THRESHOLD": 1e-7}  # fmt: skip


class mg_progress(c.Structure):
    _fields_ = [("stage", c.c_char_p), ("fraction", c.c_double), ("elapsed", c.c_double), ("remaining", c.c_double)]


progress_fn = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.POINTER(mg_progress))
log_fn = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_char_p)


class mg_allocator(c.Structure):
    _fields_ = [("allocate", c.c_void_p), ("release", c.c_void_p), ("data", c.c_void_p)]


class mg_context_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("threads", c.c_int), ("log_level", c.c_int), ("log", log_fn), ("log_data", c.c_void_p),
        ("progress", progress_fn), ("progress_data", c.c_void_p), ("allocator", mg_allocator),
        ("memory_budget", c.c_uint64), ("devices", c.POINTER(c.c_uint32)), ("device_count", c.c_uint32),
        ("ranks", c.c_uint32), ("partition", c.c_int),
    ]  # fmt: skip


class mg_device(c.Structure):
    _fields_ = [
        ("name", c.c_char * 128), ("major", c.c_int), ("minor", c.c_int), ("multiprocessors", c.c_uint32),
        ("memory", c.c_uint64),
    ]  # fmt: skip


class mg_device_link(c.Structure):
    _fields_ = [("access", c.c_bool), ("atomics", c.c_bool), ("rank", c.c_uint32), ("nvlinks", c.c_uint32)]


class mg_graph_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("directedness", c.c_int), ("weights", c.c_int), ("weight_seed", c.c_uint64),
        ("weight_max", c.c_int32), ("drop_self_loops", c.c_bool), ("merge_multi_edges", c.c_bool),
        ("format", c.c_char_p), ("order", c.c_int), ("order_seed", c.c_uint64), ("weight_type", c.c_int),
        ("skip_lines", c.c_uint64), ("most_vertices", c.c_uint64), ("names", c.c_char_p),
        ("columns", c.c_char_p), ("delimiter", c.c_char), ("named", c.c_bool),
    ]  # fmt: skip


class mg_edge_list(c.Structure):
    _fields_ = [
        ("edge_count", c.c_uint64), ("id_type", c.c_int), ("source", c.c_void_p), ("target", c.c_void_p),
        ("weight_type", c.c_int), ("weight", c.c_void_p), ("contiguous", c.c_bool), ("id_base", c.c_uint64),
        ("vertex_count", c.c_uint64), ("ids", c.c_void_p), ("symmetric", c.c_bool),
    ]  # fmt: skip


class mg_adjacency(c.Structure):
    _fields_ = [("offsets", c.c_void_p), ("neighbours", c.c_void_p), ("weights", c.c_void_p)]


class mg_generate_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("scale", c.c_uint32), ("vertices", c.c_uint64), ("edge_factor", c.c_uint32),
        ("width", c.c_uint32), ("height", c.c_uint32), ("keep", c.c_double), ("radius", c.c_double),
        ("degree", c.c_double),
        ("a", c.c_double), ("b", c.c_double), ("c", c.c_double), ("seed", c.c_uint64), ("weight_max", c.c_int32),
        ("order", c.c_int), ("weight_type", c.c_int),
    ]  # fmt: skip


class mg_edit_counts(c.Structure):
    _fields_ = [("inserted", c.c_uint64), ("removed", c.c_uint64), ("missing", c.c_uint64)]


class mg_graph_edits(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("insert_count", c.c_uint64), ("insert_source", c.c_void_p),
        ("insert_target", c.c_void_p), ("insert_weight", c.c_void_p), ("remove_count", c.c_uint64),
        ("remove_source", c.c_void_p), ("remove_target", c.c_void_p), ("replace", c.c_bool), ("strict", c.c_bool),
        ("new_vertices", c.c_uint32), ("new_ids", c.c_void_p), ("new_names", c.POINTER(c.c_char_p)),
        ("backend", c.c_int), ("counts", c.POINTER(mg_edit_counts)), ("device_seconds", c.POINTER(c.c_double)),
    ]  # fmt: skip


class mg_start(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("values", c.c_void_p), ("type", c.c_int), ("count", c.c_uint32),
        ("edits", c.POINTER(mg_graph_edits)), ("used", c.POINTER(c.c_bool)),
    ]  # fmt: skip


class mg_column_output(c.Structure):
    _fields_ = [("column", c.c_char_p), ("type", c.c_int), ("data", c.c_void_p)]


class mg_run_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("backend", c.c_int), ("mode", c.c_int), ("statistics", c.c_bool),
        ("max_iterations", c.c_uint32), ("lanes", c.c_uint32),
        ("sparse_layout", c.c_int), ("dense_layout", c.c_int), ("block_width", c.c_uint32), ("heavy_edges", c.c_uint32),
        ("choice", c.c_int), ("from", c.c_void_p), ("outputs", c.POINTER(mg_column_output)),
        ("output_count", c.c_size_t),
    ]  # fmt: skip


class mg_memory_estimate(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("host_bytes", c.c_uint64), ("graph_bytes", c.c_uint64), ("built_bytes", c.c_uint64),
        ("optional_bytes", c.c_uint64), ("available_bytes", c.c_uint64), ("device_bytes", c.c_uint64),
        ("device_graph_bytes", c.c_uint64), ("device_built_bytes", c.c_uint64), ("device_optional_bytes", c.c_uint64),
        ("device_available_bytes", c.c_uint64),
    ]  # fmt: skip


class mg_iteration(c.Structure):
    _fields_ = [
        ("run", c.c_uint32), ("phase", c.c_uint32), ("iteration", c.c_uint32), ("mode", c.c_int),
        ("frontier_vertices", c.c_uint64), ("frontier_edges", c.c_uint64), ("seconds", c.c_double), ("esp", c.c_double),
        ("edp", c.c_double),
    ]  # fmt: skip


class mg_representation(c.Structure):
    _fields_ = [("seconds", c.c_double), ("bytes", c.c_uint64)]  # fmt: skip


class mg_rank_share(c.Structure):
    _fields_ = [
        ("compute_seconds", c.c_double), ("exchange_seconds", c.c_double), ("exchanges", c.c_uint64),
        ("arcs", c.c_uint64), ("sent_bytes", c.c_uint64), ("received_bytes", c.c_uint64),
    ]  # fmt: skip


class mg_statistics(c.Structure):
    _fields_ = [
        ("backend", c.c_char_p), ("build_seconds", c.c_double), ("run_seconds", c.c_double),
        ("device_seconds", c.c_double),
        ("iterations", c.c_uint64), ("mode_iterations", c.c_uint64 * 4), ("vertices_visited", c.c_uint64),
        ("edges_visited", c.c_uint64), ("iteration_count", c.c_size_t), ("iteration", c.POINTER(mg_iteration)),
        ("kept_bytes", c.c_uint64), ("representation", mg_representation * 3), ("gpus", c.c_uint32),
        ("gpu_seconds", c.c_double * 16), ("gpu_arcs", c.c_uint64 * 16), ("exchanged_bytes", c.c_uint64),
        ("ranks", c.c_uint32), ("rank", c.POINTER(mg_rank_share)),
    ]  # fmt: skip


class mg_column(c.Structure):
    _fields_ = [
        ("name", c.c_char_p), ("type", c.c_int), ("meaning", c.c_int), ("data", c.c_void_p), ("width", c.c_uint32),
    ]  # fmt: skip


class mg_bfs_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("run", mg_run_options), ("source", c.c_uint32), ("sources", c.c_void_p),
        ("source_count", c.c_size_t), ("target", c.c_uint32), ("cutoff", c.c_uint32),
    ]  # fmt: skip


class mg_sssp_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("run", mg_run_options), ("source", c.c_uint32), ("delta", c.c_double),
        ("parents", c.c_bool), ("target", c.c_uint32), ("cutoff", c.c_double),
    ]  # fmt: skip


class mg_path_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("run", mg_run_options), ("source", c.c_uint32), ("target", c.c_uint32),
        ("unweighted", c.c_bool),
    ]  # fmt: skip


class mg_cc_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options)]


class mg_pagerank_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("run", mg_run_options), ("damping", c.c_double), ("tolerance", c.c_double),
        ("data_driven", c.c_bool), ("personalization", c.c_void_p), ("sources", c.c_void_p),
        ("source_count", c.c_size_t),
        ("weighted", c.c_bool),
    ]  # fmt: skip


class mg_hits_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("tolerance", c.c_double)]


class mg_triangles_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("total_only", c.c_bool)]


class mg_lcc_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options)]


class mg_scc_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options)]


class mg_cdlp_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("iterations", c.c_uint32)]


class mg_eccentricity_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options)]


class mg_diameter_info(c.Structure):
    _fields_ = [("diameter", c.c_uint32), ("components", c.c_uint32), ("searches", c.c_uint64)]


class mg_communities(c.Structure):
    _fields_ = [("modularity", c.c_double), ("count", c.c_uint32), ("levels", c.c_uint32)]


class mg_communities_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("run", mg_run_options), ("resolution", c.c_double), ("threshold", c.c_double),
        ("max_levels", c.c_uint32), ("passes", c.c_uint32), ("seed", c.c_uint64), ("unweighted", c.c_bool),
        ("found", c.c_void_p),
    ]  # fmt: skip


class mg_modularity_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("resolution", c.c_double), ("unweighted", c.c_bool)]


class mg_kcore_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options)]


class mg_ktruss_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("backend", c.c_int)]


class mg_mis_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("seed", c.c_uint64)]


class mg_coloring_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("seed", c.c_uint64)]


class mg_msf_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options)]


class mg_closeness_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("sources", c.c_void_p), ("source_count", c.c_size_t),
                ("sample", c.c_uint64), ("seed", c.c_uint64)]


class mg_bipartite_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options)]


class mg_matching_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("seed", c.c_uint64)]


class mg_eigenvector_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("tolerance", c.c_double)]


class mg_katz_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("run", mg_run_options), ("alpha", c.c_double), ("beta", c.c_double),
                ("tolerance", c.c_double), ("raw", c.c_bool)]


class mg_similarity_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("measure", c.c_int), ("type", c.c_int), ("backend", c.c_int)]


class mg_set_similarity_options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("measure", c.c_int), ("backend", c.c_int)]


class mg_walks_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("backend", c.c_int), ("kind", c.c_int), ("p", c.c_double), ("q", c.c_double),
        ("sources", c.c_void_p), ("source_count", c.c_size_t), ("walks", c.c_uint32), ("length", c.c_uint32),
        ("seed", c.c_uint64),
    ]  # fmt: skip


class mg_bc_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("run", mg_run_options), ("sources", c.c_void_p), ("source_count", c.c_size_t),
        ("sample", c.c_uint64), ("seed", c.c_uint64), ("normalized", c.c_bool), ("weighted", c.c_bool),
    ]  # fmt: skip


class mg_spmv_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("semiring", c.c_int), ("type", c.c_int), ("transpose", c.c_bool),
        ("accumulate", c.c_bool),
        ("mask", c.c_void_p), ("mask_complement", c.c_bool), ("element_size", c.c_size_t), ("identity", c.c_void_p),
        ("add", c.c_void_p), ("multiply", c.c_void_p), ("data", c.c_void_p), ("device_text", c.c_char_p),
        ("backend", c.c_int), ("mode", c.c_int), ("dense_layout", c.c_int), ("block_width", c.c_uint32),
        ("heavy_edges", c.c_uint32), ("stream", c.c_void_p), ("device_seconds", c.POINTER(c.c_double)),
    ]  # fmt: skip


class mg_matrix_arrays(c.Structure):
    _fields_ = [
        ("rows", c.c_uint64), ("columns", c.c_uint64), ("nonzeros", c.c_uint64), ("row_offsets", c.c_void_p),
        ("row_indices", c.c_void_p), ("column_indices", c.c_void_p), ("values", c.c_void_p), ("type", c.c_int),
    ]  # fmt: skip


class mg_matrix_array(c.Structure):
    _fields_ = [("name", c.c_char_p), ("bytes", c.c_uint64)]


class mg_matrix_statistics(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("bytes", c.c_uint64), ("predicted_bytes", c.c_uint64), ("padding", c.c_uint64),
        ("units", c.c_uint64), ("longest_row", c.c_uint64), ("mean_row", c.c_double), ("heavy_share", c.c_double),
        ("build_seconds", c.c_double), ("device_build_seconds", c.c_double), ("why", c.c_char_p),
        ("array_count", c.c_uint64),
        ("arrays", mg_matrix_array * CONSTANTS["MG_MATRIX_ARRAYS_MAX"]),
        ("sparse_nodes", c.c_uint64), ("dense_nodes", c.c_uint64), ("children", c.c_uint64),
        ("sparse_leaves", c.c_uint64), ("dense_leaves", c.c_uint64),
    ]  # fmt: skip


class mg_matrix_changes(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("set_count", c.c_uint64), ("set_rows", c.c_void_p), ("set_columns", c.c_void_p),
        ("set_values", c.c_void_p), ("remove_count", c.c_uint64), ("remove_rows", c.c_void_p),
        ("remove_columns", c.c_void_p),
    ]  # fmt: skip


class mg_user_semiring(c.Structure):
    _fields_ = [
        ("element_size", c.c_size_t), ("identity", c.c_void_p), ("add", c.c_void_p), ("multiply", c.c_void_p),
        ("data", c.c_void_p), ("device_text", c.c_char_p),
    ]  # fmt: skip


class mg_product_options(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("semiring", c.c_int), ("type", c.c_int), ("user", c.POINTER(mg_user_semiring)),
        ("transpose", c.c_bool), ("alpha", c.c_double), ("beta", c.c_double), ("mask", c.c_void_p),
        ("mask_complement", c.c_bool), ("scale", c.c_bool), ("deterministic", c.c_bool), ("strict", c.c_bool),
        ("backend", c.c_int), ("stream", c.c_void_p),
        ("device_seconds", c.POINTER(c.c_double)), ("scheduler", c.c_int),
    ]  # fmt: skip


class mg_column_spec(c.Structure):
    _fields_ = [("name", c.c_char_p), ("offset", c.c_size_t), ("type", c.c_int), ("meaning", c.c_int)]


class mg_edge_column_spec(c.Structure):
    _fields_ = [("name", c.c_char_p), ("phase", c.c_void_p), ("meaning", c.c_int)]


class mg_parameter_spec(c.Structure):
    _fields_ = [
        ("name", c.c_char_p), ("offset", c.c_size_t), ("type", c.c_int), ("meaning", c.c_int), ("value", c.c_double),
    ]  # fmt: skip


class mg_loop_spec(c.Structure):
    _fields_ = [
        ("first", c.c_void_p), ("last", c.c_void_p), ("total", c.c_uint32), ("rounds", c.c_uint32),
    ]  # fmt: skip


class mg_program(c.Structure):
    _fields_ = [
        ("abi", c.c_uint32), ("name", c.c_char_p), ("summary", c.c_char_p), ("source", c.c_char_p),
        ("text", c.c_char_p),
        ("state_size", c.c_size_t), ("params_size", c.c_size_t),
        ("phases", c.c_void_p * (CONSTANTS["MG_PHASES_MAX"] + 1)),
        ("tiled", c.c_void_p * (CONSTANTS["MG_PHASES_MAX"] + 1)),
        ("loops", mg_loop_spec * (CONSTANTS["MG_LOOPS_MAX"] + 1)),
        ("columns", mg_column_spec * (CONSTANTS["MG_COLUMNS_MAX"] + 1)),
        ("edge_columns", mg_edge_column_spec * (CONSTANTS["MG_EDGE_COLUMNS_MAX"] + 1)),
        ("parameters", mg_parameter_spec * (CONSTANTS["MG_PARAMETERS_MAX"] + 1)),
    ]  # fmt: skip
