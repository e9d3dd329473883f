process.exitCode = 2;
process.stderr.write("tagview: no commands yet\n");
