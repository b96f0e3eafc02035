using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.Biml;

/// <summary>What the files declare, by name. Names of Biml are compared as XML does, letter by letter.</summary>
internal sealed class BimlModel
{
    private static readonly string[] Lists =
    [
        "Connections", "Databases", "Schemas", "Tables", "Dimensions", "Facts", "FileFormats", "Packages", "Projects",
        "Principals",
    ];

    // They describe, or belong to what deploys; no row is another one for them.
    private static readonly string[] Passed =
        ["Annotations", "Annotation", "Principals", "Principal", "PackageProject", "Metadata", "Directories"];

    private static readonly string[] TableWords = ["Table", "Dimension", "Fact"];

    private readonly HashSet<(string What, string Name)> _known = [];

    public List<BimlElement> Connections { get; } = [];

    public List<BimlElement> Databases { get; } = [];

    public List<BimlElement> Schemas { get; } = [];

    public List<BimlElement> Tables { get; } = [];

    public List<BimlElement> Formats { get; } = [];

    /// <summary>Takes what a file declares.</summary>
    public void Add(BimlElement root, ForeignProblems problems)
    {
        foreach (var element in root.Children.SelectMany(child =>
            Lists.Contains(child.Name) ? child.Children : [child]))
        {
            if (Passed.Contains(element.Name))
            {
                continue;
            }

            if (element.Is("Package"))
            {
                SayPackage(element, problems);
            }
            else if (ListOf(element) is not { } list)
            {
                problems.Error(ForeignCodes.NotUnderstood, element.At,
                    $"<{ForeignProblems.Shown(element.Name)}> is not imported",
                    "of Biml connections, databases, schemas, tables and formats of flat files are");
            }
            else if (element.Text("Name") is not { } name)
            {
                problems.Error(ForeignCodes.Unknown, element.At, $"<{element.Name}> has no name", "give it one");
            }
            else
            {
                Add(list, element, name, problems);
            }
        }
    }

    /// <summary>The only element of a name; null where there is none.</summary>
    public static BimlElement? Named(IEnumerable<BimlElement> among, string? name) =>
        among.FirstOrDefault(element => element.Text("Name") == name);

    /// <summary>The last part of a name in full: `Database.Schema.Table`.</summary>
    public static string Last(string name) => name[(name.LastIndexOf('.') + 1)..];

    /// <summary>What stands before the last part; null where there is none.</summary>
    public static string? Before(string name) => name.LastIndexOf('.') is var dot and > 0 ? name[..dot] : null;

    private void Add(List<BimlElement> list, BimlElement element, string name, ForeignProblems problems)
    {
        // A schema of one database may have the name of another's, and so may a table of a schema.
        var place = element.Text("SchemaName") ?? element.Text("DatabaseName") ?? "";
        var what = TableWords.Contains(element.Name) ? "Table" : element.Name;
        if (_known.Add((what, $"{place}.{name}|{element.Text("ConnectionName")}")))
        {
            list.Add(element);
        }
        else
        {
            problems.Error(ForeignCodes.Twice, element.At,
                $"<{element.Name}> '{ForeignProblems.Shown(name)}' is declared a second time", "remove one of the two");
        }
    }

    private List<BimlElement>? ListOf(BimlElement element) =>
        element.Name.EndsWith("Connection", StringComparison.Ordinal) ? Connections
        : element.Is("Database") ? Databases
        : element.Is("Schema") ? Schemas
        : TableWords.Contains(element.Name) ? Tables
        : element.Name.EndsWith("FileFormat", StringComparison.Ordinal) ? Formats
        : null;

    private static void SayPackage(BimlElement package, ForeignProblems problems)
    {
        var tasks = Tasks(package);
        problems.Error(ForeignCodes.Package, package.At,
            $"the package '{ForeignProblems.Shown(package.Text("Name") ?? "")}' has {tasks} "
            + $"{(tasks == 1 ? "task" : "tasks")}, which are not imported from Biml",
            "have Biml write its .dtsx, and import that");
    }

    private static int Tasks(BimlElement element) => element.Children.Sum(child =>
        (child.Is("Tasks") ? child.Children.Count : 0) + Tasks(child));
}
