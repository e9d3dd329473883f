import { run } from "./run.mjs";

const CANDIDATES = [
  process.env.CC_wasm32_unknown_unknown,
  "clang",
  "/opt/homebrew/opt/llvm/bin/clang",
  "/usr/local/opt/llvm/bin/clang",
];

/** A clang that can compile for wasm32 (Apple's cannot), or null. */
export async function findClang() {
  for (const clang of CANDIDATES.filter(Boolean)) {
    const args = ["--target=wasm32-unknown-unknown", "-x", "c", "-c", "-", "-o", "-"];
    const { code } = await run(clang, args, { input: "int tagview;\n" });
    if (code === 0) return clang;
  }
  return null;
}
