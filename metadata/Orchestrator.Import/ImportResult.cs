using Orchestrator.Data;

namespace Orchestrator.Import;

/// <summary>A file that an import makes.</summary>
/// <param name="Path">Path below the solution, with `/`.</param>
/// <param name="Text">Its text.</param>
internal sealed record ImportFile(string Path, string Text);

/// <summary>A file that is there and says something else: it stays as it is.</summary>
/// <param name="Path">Path below the solution.</param>
/// <param name="Lines">How it differs.</param>
internal sealed record DifferentFile(string Path, IReadOnlyList<DifferentLine> Lines);

/// <summary>What an import did, or would do.</summary>
internal sealed record ImportResult
{
    /// <summary>A database, as sentences name it.</summary>
    public const string TheDatabase = "the database";

    public required DatabaseContent Content { get; init; }

    /// <summary>What the tables were read from, as sentences name it.</summary>
    public string From { get; init; } = TheDatabase;

    /// <summary>Whether tables become objects; else only the catalog keeps them.</summary>
    public bool HasObjects { get; init; } = true;

    /// <summary>Whether nothing was written because nothing was to be.</summary>
    public bool IsDry { get; init; }

    public required IReadOnlyList<string> Written { get; init; }

    public required IReadOnlyList<string> Unchanged { get; init; }

    public required IReadOnlyList<DifferentFile> Different { get; init; }

    /// <summary>Tables that no object was made for, and why.</summary>
    public IReadOnlyList<(TableName Table, string Why)> LeftOut { get; init; } = [];

    /// <summary>Foreign keys that are not waited for.</summary>
    public IReadOnlyList<(TableName From, TableName To)> Circles { get; init; } = [];

    /// <summary>Objects whose tables the database does not have any more.</summary>
    public IReadOnlyList<string> Gone { get; init; } = [];

    /// <summary>Whether the solution says something else than the database.</summary>
    public bool IsDifferent => Different.Count > 0 || Gone.Count > 0;

    /// <summary>Compares files with those that are there, and writes the ones that are not.</summary>
    public static ImportResult Of(DatabaseContent content, string folder, IReadOnlyList<ImportFile> files, bool isDry)
    {
        var outcome = WrittenFiles.Of(folder, files, isDry);
        return new ImportResult
        {
            Content = content,
            IsDry = isDry,
            Written = outcome.Written,
            Unchanged = outcome.Unchanged,
            Different = outcome.Different,
        };
    }
}
