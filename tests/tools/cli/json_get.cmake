# SPDX-License-Identifier: Apache-2.0
#
# json_get.cmake: prints the value at KEYS of the JSON file FILE; fails if it is no JSON or has no such value.
file(READ ${FILE} text)
string(JSON value GET "${text}" ${KEYS})
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${value}")
