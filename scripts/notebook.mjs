// `npm run notebook`: shows a recording in JupyterLab with `view()`, in a Chromium without a window. JupyterLab and
// anywidget (200 MB) are installed into a virtual environment of their own.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENV, TOOLS } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { fingerprint, isCurrent, stamp, unstamp } from "./lib/stamp.mjs";
import { log, main, must, step, Trouble } from "./lib/step.mjs";
import { buildWheel, findPython, setupPython } from "./python.mjs";

const ENVIRONMENT = join(TOOLS, "notebook-python");
const PYTHON = join(ENVIRONMENT, "bin", "python");
const NEEDED = ["anywidget>=0.9", "ipykernel>=6", "jupyterlab>=4,<5", "numpy>=1.23"];
const FOLDER = join(TOOLS, "notebook");
const TOKEN = randomUUID();

/** Milliseconds until JupyterLab, its kernel and the page must have started. */
const PATIENCE = 120_000;

const CODE = [
  "import tagview as tv",
  'r = tv.simulate(duration="2s", seed=1, pair_rate=2e5)',
  'r.save("x.tags.zst", overwrite=True)',
  'tv.open("x.tags.zst").view(height=900)',
];

/** A notebook with one cell. */
const NOTEBOOK = {
  cells: [
    {
      cell_type: "code",
      execution_count: null,
      id: "view",
      metadata: {},
      outputs: [],
      source: CODE.join("\n"),
    },
  ],
  metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } },
  nbformat: 4,
  nbformat_minor: 5,
};

async function setup() {
  const reason = await setupPython();
  if (reason !== null) throw new Trouble(reason);
  const wheel = await buildWheel();
  const print = fingerprint([], NEEDED);
  if (!isCurrent("notebook-python", print, [PYTHON])) {
    await step("install JupyterLab into .tools/notebook-python (pip)", async () => {
      unstamp("notebook-python");
      const made = await run(await findPython(), ["-m", "venv", "--clear", ENVIRONMENT]);
      must(made, "Python with venv is needed");
      must(
        await run(PYTHON, ["-m", "pip", "install", "--quiet", ...NEEDED]),
        "JupyterLab can't be installed",
      );
      stamp("notebook-python", print);
    });
  }
  const install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel];
  must(await run(PYTHON, install), "the wheel could not be installed: see above");
}

/** Starts JupyterLab in `FOLDER`; resolves to its address and the function that ends it. */
async function startJupyter() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "view.ipynb"), JSON.stringify(NOTEBOOK));
  const settings = {
    "ServerApp.root_dir": FOLDER,
    "ServerApp.port": 0,
    "ServerApp.allow_root": true,
    "ServerApp.open_browser": false,
    "IdentityProvider.token": TOKEN,
  };
  const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const folders = { JUPYTER_CONFIG_DIR: FOLDER, JUPYTER_RUNTIME_DIR: FOLDER, JUPYTER_DATA_DIR: FOLDER };
  const server = spawn(PYTHON, ["-m", "jupyterlab", ...options], {
    cwd: FOLDER,
    env: { ...ENV, ...folders },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  const address = new Promise((resolve, reject) => {
    const give = setTimeout(() => reject(new Trouble("JupyterLab did not start", output)), PATIENCE);
    server.stderr.on("data", (piece) => {
      output += piece;
      const [, port] = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)\/lab/.exec(output) ?? [];
      if (port === undefined) return;
      clearTimeout(give);
      resolve(`http://127.0.0.1:${port}`);
    });
    server.on("exit", () => {
      clearTimeout(give);
      reject(new Trouble("JupyterLab ended", output));
    });
  });
  const end = () => {
    server.removeAllListeners("exit");
    server.kill();
  };
  return { address, end };
}

/** Runs the first cell of the notebook, again if JupyterLab was not ready: it reports nothing then. */
async function runFirstCell(page) {
  const cell = page.locator(".jp-Notebook .jp-Cell").first();
  const since = performance.now();
  while (performance.now() - since < PATIENCE) {
    await cell.locator(".jp-InputArea-editor").click();
    await page.keyboard.press("Shift+Enter");
    const begun = cell.locator(".jp-InputPrompt", { hasText: /[*\d]/ });
    const hasBegun = await begun.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (hasBegun) return;
  }
}

/** Runs the cell and waits for the charts of the recording. */
async function look(address) {
  const [{ chromium }, { findChromium }] = await Promise.all([
    import("@playwright/test"),
    import("./lib/chromium.mjs"),
  ]);
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1200 } });
  try {
    page.setDefaultTimeout(PATIENCE);
    const refused = [];
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${address}/lab/tree/view.ipynb?token=${TOKEN}`);
    await runFirstCell(page);
    const view = page.frameLocator('iframe[title="tagview"]');
    await view.locator(".figure-rate .tv-line").first().waitFor();
    await view.getByRole("heading", { name: "Correlation 3 → 15" }).waitFor();
    await view.locator(".status-text", { hasText: "read in" }).waitFor();
    log("JupyterLab shows the recording: .tools/notebook/view.png");
    if (refused.length > 0) throw new Trouble("JupyterLab's policy refused something", refused.join("\n"));
  } catch (thrown) {
    if (thrown instanceof Trouble) throw thrown;
    throw new Trouble("JupyterLab does not show the recording: see .tools/notebook/view.png", String(thrown));
  } finally {
    await page.screenshot({ path: join(FOLDER, "view.png") }).catch(() => {});
    await browser.close();
  }
}

await main(async () => {
  await setup();
  const { address, end } = await startJupyter();
  try {
    await look(await step("start JupyterLab", () => address));
  } finally {
    end();
  }
});
