using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>What the translation of one package's tasks shares.</summary>
internal sealed class TaskContext(
    SsisPackage package, SsisProject project, PackageValues values, ConnectionTable connections, VariableNaming naming,
    SolutionDraft solution, KnownKeys keys)
{
    /// <summary>What flows call the database of the solution in which rows are worked on that no database is named
    /// for.</summary>
    public const string WorkPlace = "the solution's own";

    private readonly HashSet<string> _objects = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<TurnValue> _turns = [];

    public SsisPackage Package { get; } = package;

    /// <summary>Where the code of its scripts is kept, below the solution.</summary>
    public string Folder { get; } = solution.Folder("ssis/" + DraftNames.Plain(
        package.File.EndsWith(".dtsx", StringComparison.OrdinalIgnoreCase) ? package.File[..^5] : package.File,
        "package"));

    /// <summary>What the tables that its flows land begin with.</summary>
    public string Prefix { get; } = DraftNames.Plain(package.Name, "flow").Replace('-', '_');

    public PackageValues Values { get; } = values;

    public ConnectionTable Connections { get; } = connections;

    public VariableNaming Naming { get; } = naming;

    public SolutionDraft Solution { get; } = solution;

    public KnownKeys Keys { get; } = keys;

    /// <summary>The loads whose rows a variable counts.</summary>
    public Dictionary<ImportedValue, CountedRows> Counted { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The same of variables that several flows count into, with the flow of each.</summary>
    public Dictionary<ImportedValue, List<(string Flow, CountedRows Rows)>> CountedApart { get; } =
        new(ReferenceEqualityComparer.Instance);

    /// <summary>Whether all that sets a variable counts rows of loads.</summary>
    public bool IsCounted(ImportedValue value) => Counted.ContainsKey(value)
        || (CountedApart.TryGetValue(value, out var apart) && apart.Count == value.Writers.Count);

    /// <summary>Who reads such a count in a statement: told when all loads are known.</summary>
    public List<(ObjectDraft Reader, ImportedValue Value)> Facts { get; } = [];

    /// <summary>The loads in which NULL becomes the default of its column, as somebody has told.</summary>
    public HashSet<ObjectDraft> Defaulted { get; } = [];

    public IReadOnlyList<SsisParameter> ProjectParameters => project.Parameters;

    /// <summary>All connections that the package may use.</summary>
    public IReadOnlyList<SsisConnection> Connected => [.. Package.Connections, .. project.Connections];

    /// <summary>A loop gives a variable in each of its turns, from here on.</summary>
    public void Give(TurnValue turn) => _turns.Add(turn);

    /// <summary>No loop there gives anything any more.</summary>
    public void Take(string loop) => _turns.RemoveAll(each => each.Loop == loop);

    /// <summary>Whether a loop gives a variable.</summary>
    public bool IsTurn(ImportedValue value) => _turns.Any(each => ReferenceEquals(each.Value, value));

    /// <summary>What the nearest loop around an executable gives; null = none around it gives that variable.</summary>
    public TurnValue? TurnOf(ImportedValue value, string path) => _turns.FindLast(each =>
        ReferenceEquals(each.Value, value) && path.StartsWith($"{each.Loop}\\", StringComparison.Ordinal));

    /// <summary>Whether a run comes to an executable no more than once: it stands in no loop and in no handler.
    /// </summary>
    public bool IsOnce(string path) => !path.Contains(".EventHandlers[", StringComparison.Ordinal)
        && !ModelWalk.Of(Package.Root).Any(each => each.Kind is ExecutableKind.ForEach or ExecutableKind.ForLoop
            && path.StartsWith($"{each.Path}\\", StringComparison.Ordinal));

    /// <summary>Whether a path ends with a file that a loop gives.</summary>
    public bool EndsWithFile(string text) => _turns.Exists(each =>
        each.Folder is not null && text.EndsWith($"${{var:{each.Name}}}", StringComparison.Ordinal));

    /// <summary>The connection of a name; null = there is none.</summary>
    public SsisConnection? Find(string name) =>
        Package.Connections.FirstOrDefault(each => each.Name == name)
        ?? project.Connections.FirstOrDefault(each => each.Name == name);

    /// <summary>The database of a connection's name.</summary>
    /// <exception cref="OpenException">It is none that is known.</exception>
    public ConnectionDraft Database(string name, string path) => Find(name) is { } found
        ? Connections.Database(found, Values, path)
        : name == WorkPlace ? Connections.Nothing
        : throw new OpenException(SsisOpenCodes.Connection, Missing(name), name, SsisOpenCodes.Minutes);

    // The designer keeps the number of what was deleted.
    private static string Missing(string name) => name.Length == 0 ? "it names no connection: it fails there, too"
        : name.EndsWith(":invalid", StringComparison.Ordinal)
            ? "its connection was deleted from the package: it fails there, too"
        : $"there is no connection '{name}'";

    /// <summary>Keeps the code of a script beside the solution: nothing compiles or runs it.</summary>
    public void Keep(string folder, IReadOnlyList<ScriptFile> files)
    {
        foreach (var (file, number) in files.Select((file, number) => (file, number)))
        {
            Solution.Late.Add((
                $"{folder}/original_{number + 1}_{DraftNames.Plain(file.Name, "code")}.txt",
                () => file.Text.ReplaceLineEndings("\n")));
        }
    }

    /// <summary>Takes the objects of a project back that came behind so many.</summary>
    public void Forget(ProjectDraft of, int count) => Forget([.. of.Objects.Skip(count)]);

    /// <summary>Takes objects back.</summary>
    public void Forget(IReadOnlyList<ObjectDraft> made)
    {
        foreach (var one in made)
        {
            _objects.Remove(one.Name);
            Facts.RemoveAll(each => each.Reader == one);
            one.Project.Objects.Remove(one);
        }
    }

    /// <summary>A new object for a task, with a name that no other object of the package has.</summary>
    public ObjectDraft New(ProjectDraft into, string name, string path)
    {
        var made = new ObjectDraft(DraftNames.Free(DraftNames.Plain(name, "task"), _objects.Add), into);
        made.From.Add(path);
        into.Objects.Add(made);
        return made;
    }
}

/// <summary>What a loop gives in each turn.</summary>
/// <param name="Loop">The path of the loop.</param>
/// <param name="Value">The variable.</param>
/// <param name="Name">What it is called here.</param>
/// <param name="Folder">The folder of the file that it is the name of; null = it is no file.</param>
internal sealed record TurnValue(string Loop, ImportedValue Value, string Name, ConnectionDraft? Folder)
{
    /// <summary>Whether the package has the whole path in it, and not the name alone.</summary>
    public bool IsPath { get; init; }

    /// <summary>How many characters the package leaves out at its end: the ending of a file; 0 = none.</summary>
    public int Ending { get; init; }

    /// <summary>What stands before the name in the whole path of its file, as Windows writes it, where it is a path of
    /// Windows.</summary>
    public string Before
    {
        get
        {
            var place = Folder!.Place.TrimEnd('/') + "/";
            return place is [_, ':', ..] || place.StartsWith("//", StringComparison.Ordinal)
                ? place.Replace('/', '\\') : place;
        }
    }

    /// <summary>Tells whoever moves the folder that its path stands where this is taken, too.</summary>
    public string FolderNote => "the folder stands in it as the package has it: where an environment moves that of "
        + $"the connection {Folder!.Name}, it has to be said here, too";

    /// <summary>The whole path of its file as SQL.</summary>
    public string WholeSql => $"N'{Before.Replace("'", "''", StringComparison.Ordinal)}' + @{Name}";
}

/// <summary>Rows that a load counts for a variable.</summary>
/// <param name="Load">The load.</param>
/// <param name="Part">Which of its counts.</param>
internal sealed record CountedRows(ObjectDraft Load, string Part)
{
    /// <summary>As it is written in an object of a project.</summary>
    public string Fact(ProjectDraft reader) =>
        $"${{rows:{(Load.Project == reader ? Load.Name : Load.FullName)}.{Part}}}";
}
