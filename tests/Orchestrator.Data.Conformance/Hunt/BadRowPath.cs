using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>A path by which rows go, one of which is bad.</summary>
/// <param name="Name">What it is called.</param>
public sealed record BadRowPath(string Name)
{
    /// <summary>Where the rows come from; null = a csv file.</summary>
    public PlaceKind? From { get; init; }

    /// <summary>Whether they come from the database that they go to.</summary>
    public bool IsInside { get; init; }

    /// <summary>Whether they go in row batches where they do not pass through; else one by one.</summary>
    public bool IsFast { get; init; } = true;

    /// <summary>How they are published.</summary>
    public LoadPattern Pattern { get; init; } = LoadPattern.Append;

    /// <summary>How TruncateInsert publishes.</summary>
    public Swap Swap { get; init; }

    /// <summary>Whether they are committed in parts.</summary>
    public bool IsInParts { get; init; }

    /// <summary>The format of a target that is a file.</summary>
    public FileStyle Style { get; init; }

    /// <summary>Whether no index can keep names unique in the target, so that the guard alone refuses.</summary>
    public bool HasNoRule { get; init; }

    /// <summary>Whether the row that was in the target before stays.</summary>
    public bool Keeps => Pattern is not (LoadPattern.TruncateInsert or LoadPattern.DropAndReload);

    /// <summary>Those into places of a kind.</summary>
    public static IEnumerable<BadRowPath> Into(PlaceKind kind) => kind switch
    {
        PlaceKind.Files => IntoFiles(),

        // The scripted server answers one statement at a time, so that it could not be read and written at once.
        PlaceKind.Wire => [.. Everywhere().Where(path => !path.IsInside), .. WithoutNumbers()],

        _ =>
        [
            .. Everywhere(), .. WithNumbers(),
            .. WithoutNumbers().Where(
                path => !path.Exchanges || PlaceTable.Of(kind).Driver.Abilities.UndoesDefinitions),
        ],
    };

    // No table is exchanged where each change of one is committed at once.
    private bool Exchanges => Swap == Swap.Shadow || Pattern == LoadPattern.DropAndReload;

    private static IEnumerable<BadRowPath> Everywhere() =>
    [
        new("from a file"),
        .. from source in Place.Databases
           where PlaceTable.Of(source).IsEverywhere
           select new BadRowPath($"from {PlaceTable.Of(source).Driver.Name}") { From = source },
        new("within one database") { IsInside = true },
        new("row by row") { IsFast = false },
    ];

    // An exchange makes its indexes over all rows at once; where it makes none, one on the target forbids it.
    private static IEnumerable<BadRowPath> WithoutNumbers() =>
    [
        new("in place") { Pattern = LoadPattern.TruncateInsert, Swap = Swap.InPlace },
        new("in place, in parts") { Pattern = LoadPattern.TruncateInsert, Swap = Swap.InPlace, IsInParts = true },
        new("by an exchange of tables")
        {
            Pattern = LoadPattern.TruncateInsert,
            Swap = Swap.Shadow,
            HasNoRule = true,
        },
        new("into a table made anew") { Pattern = LoadPattern.DropAndReload, HasNoRule = true },
    ];

    // The rows of their load tables have numbers, which the scripted server does not count.
    private static IEnumerable<BadRowPath> WithNumbers() =>
    [
        new("in parts") { IsInParts = true },
        new("by delete and insert") { Pattern = LoadPattern.TruncateInsert, Swap = Swap.Transaction },
        new("by key") { Pattern = LoadPattern.Merge },
        new("those with a new key") { Pattern = LoadPattern.DeltaInsert },
        new("into a range") { Pattern = LoadPattern.ReplaceRange },
    ];

    private static IEnumerable<BadRowPath> IntoFiles() =>
        from style in FilesPlace.Styles
        from source in new PlaceKind?[] { null, PlaceKind.PostgreSql }
        select new BadRowPath($"{style}, from {(source is null ? "a file" : "PostgreSQL")}")
        {
            From = source,
            Style = style,
            Pattern = LoadPattern.TruncateInsert,
            HasNoRule = true,
        };
}
