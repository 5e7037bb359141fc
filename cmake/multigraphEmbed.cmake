# cmake -DPROGRAM=FILE -DOUTPUT=FILE -P multigraphEmbed.cmake: writes a C file that contains the program's text and
# includes the program, so that compiler messages have the lines of the program.
get_filename_component(name ${PROGRAM} NAME)
file(READ ${PROGRAM} text HEX)
string(REGEX REPLACE "(................................)" "\\1\n" text "${text}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," text "${text}")
file(WRITE ${OUTPUT} "static const unsigned char mg__program_text[] = {\n${text}0};\n"
                     "#define MG_PROGRAM_SOURCE \"${name}\"\n"
                     "#define MG_PROGRAM_TEXT ((const char *)mg__program_text)\n"
                     "#include \"${PROGRAM}\"\n")
