namespace Orchestrator.Packages.Load.Paths;

/// <summary>How the rows of a load travel.</summary>
internal enum LoadPathKind
{
    /// <summary>By one statement of the server's, within a database.</summary>
    ServerSide,

    /// <summary>Undecoded, as the source's server wrote them.</summary>
    PassThrough,

    /// <summary>In row batches, through the guard, into the platform's bulk load.</summary>
    RowBatches,

    /// <summary>In row batches, through the guard, one statement per row.</summary>
    RowByRow,
}

/// <summary>The load path of one attempt.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Reason">Why, for the record.</param>
internal sealed record LoadPath(LoadPathKind Kind, string Reason)
{
    /// <summary>The one path into a file.</summary>
    public static LoadPath IntoFile { get; } = new(LoadPathKind.RowBatches, "the target is a file");

    /// <summary>As it is recorded: "row batches: the source is a file".</summary>
    public override string ToString() => Kind switch
    {
        LoadPathKind.ServerSide => "server-side",
        LoadPathKind.PassThrough => "pass-through",
        LoadPathKind.RowByRow => "row by row",
        _ => "row batches",
    } + $": {Reason}";
}
