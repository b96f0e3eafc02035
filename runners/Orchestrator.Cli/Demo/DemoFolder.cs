using Orchestrator.Cli.Solutions;

namespace Orchestrator.Cli.Demo;

/// <summary>Puts the sample into a folder: what is there already stays as it is.</summary>
internal static class DemoFolder
{
    private const string Data = "data";

    public static void Write(string folder, Action<string> say)
    {
        var solution = Path.Combine(folder, "solution.yaml");
        if (File.Exists(solution) && !File.ReadAllText(solution).Contains("solution: Shop", StringComparison.Ordinal))
        {
            throw new UsageException($"{folder} holds another solution",
                "give the demo a folder of its own: orchestrator demo DIR");
        }

        foreach (var (path, text) in Sample.Files()
            .Append((".gitignore", ".orchestrator/\ndata/\n")).Append(("orchestrator.schema.json", SchemaVerb.Text)))
        {
            var file = Path.Combine(folder, path);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            if (!File.Exists(file))
            {
                File.WriteAllText(file, text);
            }
        }

        WriteData(folder, say);
    }

    /// <summary>Into a folder beside it first, so that a demo that was interrupted leaves no half data.</summary>
    private static void WriteData(string folder, Action<string> say)
    {
        var data = Path.Combine(folder, Data);
        if (ShopTables.All.All(table => File.Exists(Path.Combine(data, table.Name + ".csv"))))
        {
            return;
        }

        say($"writing {ShopTables.All.Count} tables, "
            + $"{Words.Number(ShopTables.All.Sum(table => (long)table.Rows))} rows, into {data}");
        var unfinished = data + ".unfinished";
        Remove(unfinished);
        ShopData.Write(unfinished);
        Remove(data);
        Directory.Move(unfinished, data);
    }

    private static void Remove(string folder)
    {
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
