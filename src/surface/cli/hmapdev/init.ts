/** `hmapdev init`: a new plugin that runs, with a test. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PLUGIN_NAME_PATTERN, problem, SDK_VERSION } from "#contract";
import { UsageError } from "../terminal.ts";
import { TEMPLATES, type Template, templateFiles } from "./templates.ts";

/** Makes the folder `name` in `cwd`; answers its path. Nothing that is there is written over. */
export async function initPlugin(cwd: string, name: string, template: string): Promise<string> {
  if (!new RegExp(PLUGIN_NAME_PATTERN).test(name)) {
    throw new UsageError(
      `"${name}" is no name for a plugin`,
      "a small letter, then small letters, digits and dashes: my-lamp",
    );
  }
  if (!TEMPLATES.includes(template as Template)) {
    throw new UsageError(`there is no template "${template}"`, TEMPLATES.join(", "));
  }
  const folder = join(cwd, name);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) {
    throw problem("CONFLICT", `${folder} is not empty`, { hint: "choose another name" });
  }
  for (const [file, text] of Object.entries(templateFiles(template as Template, name, SDK_VERSION)))
    await writeFile(join(folder, file), text);
  return folder;
}
