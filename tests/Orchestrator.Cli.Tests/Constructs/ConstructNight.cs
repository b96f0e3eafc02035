using System.Text;
using System.Text.RegularExpressions;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>A construct in a folder of its own, with databases of one platform.</summary>
internal sealed partial class ConstructNight : IDisposable
{
    /// <summary>The databases that a construct may name.</summary>
    public static readonly IReadOnlyList<string> Databases = ["Db", "Other"];

    private readonly TemporaryFolder _folder = new();
    private readonly ConstructServers _servers;
    private readonly Dictionary<string, string> _variables;

    /// <summary>Writes its solution and its files.</summary>
    /// <param name="construct">Which one.</param>
    /// <param name="place">The keys that say where a database is.</param>
    /// <param name="variables">What the command finds around it.</param>
    public ConstructNight(Construct construct, Func<string, string> place, Dictionary<string, string> variables)
    {
        _servers = new ConstructServers(construct);
        _variables = new(variables);
        foreach (var (name, value) in construct.All("secret"))
        {
            _variables[$"ORCHESTRATOR_SECRET_{name}"] = value;
        }

        Directory.CreateDirectory(Path.Combine(Folder, "data"));
        Directory.CreateDirectory(Path.Combine(Folder, ".orchestrator", "data"));
        var yaml = _servers.Put(construct.Yaml);
        var batch = yaml.Contains("batches:", StringComparison.Ordinal)
            ? ""
            : "batches: [{batch: Nightly, projects: [Night]}]\n";
        _folder.Write("solution.yaml", $"formatVersion: 1\nsolution: Construct\n{batch}{yaml}");
        foreach (var name in Databases.Where(construct.Names))
        {
            _folder.Write($"connections/{name}.yaml", $"connection: {name}\n{place(name)}\n");
        }

        if (construct.Names("Files") && !Declared().IsMatch(yaml))
        {
            _folder.Write("connections/Files.yaml", "connection: Files\nplatform: Files\nfolder: data\n");
        }

        Write(construct.All("file"));
        foreach (var (path, text) in construct.All("latin"))
        {
            File.WriteAllBytes(Path.Combine(Folder, path), Encoding.Latin1.GetBytes(text));
        }

        foreach (var (path, text) in construct.All("book"))
        {
            File.WriteAllBytes(Path.Combine(Folder, path), Workbook(text));
        }

        foreach (var (_, file) in construct.All("plugin"))
        {
            Pin(file);
        }
    }

    public string Folder => _folder.Path;

    /// <summary>What the server beside the databases has heard.</summary>
    public IEnumerable<string> Heard() => _servers.Heard();

    /// <summary>Puts files into its folder.</summary>
    public void Write(IEnumerable<(string Path, string Text)> files)
    {
        foreach (var (path, text) in files)
        {
            _folder.Write(path, text);
        }
    }

    /// <summary>What a file holds; null = it is not there.</summary>
    public string? Read(string file)
    {
        var path = Path.Combine(Folder, file);
        return File.Exists(path) ? File.ReadAllText(path) : null;
    }

    public Called Call(params string[] arguments) => Called.With(Folder, _variables, false, arguments);

    public void Dispose()
    {
        _servers.Dispose();
        _folder.Dispose();
    }

    // Another file each time, as what has been loaded before would not be loaded anew.
    private void Pin(string file)
    {
        var project = Path.GetFileNameWithoutExtension(file);
        var output = Path.GetFileName(AppContext.BaseDirectory.TrimEnd('/', '\\'));
        var built = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../..", project, output, file));
        Directory.CreateDirectory(Path.Combine(Folder, "plugins"));
        File.WriteAllBytes(Path.Combine(Folder, "plugins", file),
            [.. File.ReadAllBytes(built), .. Guid.NewGuid().ToByteArray()]);
        Call("plugins", "pin");
    }

    [GeneratedRegex(@"- \{?connection: Files\b")]
    private static partial Regex Declared();

    /// <summary>`id,name|1,Ann`: a sheet of texts.</summary>
    private static byte[] Workbook(string rows) =>
        TestWorkbook.Of([.. rows.Split('|').Select(row => TestWorkbook.Texted(0, row.Split(',')))]);
}
