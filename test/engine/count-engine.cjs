// Says at the end of a process how many modules of CDK for Terraform and its bindings it loaded.
process.on("exit", () => {
  const loaded = Object.keys(require.cache).filter((file) =>
    /\/node_modules\/(cdktf|constructs|@cdktf\/[\w-]+)\/(?!.*\/node_modules\/)/.test(file),
  );
  if (loaded.length > 0 || process.argv.some((arg) => /bin\.[jt]s$/.test(arg)))
    console.error(`modules of an engine: ${loaded.length}`);
});
