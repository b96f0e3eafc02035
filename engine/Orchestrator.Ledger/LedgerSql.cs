using System.Reflection;

namespace Orchestrator.Ledger;

/// <summary>
/// The SQL of one dialect. Its statements stand by subject in one text for all of them (<see cref="SqlStatements"/>).
/// What makes the schema stands in numbered files: in `migrations/` one text for all, with tokens
/// (<see cref="SqlTokens"/>) and comments on lines of their own; in the folder of a dialect, in its own words, what is
/// older, and what it alone needs otherwise. `older/` there has what a column holds that an older schema lacks.
/// </summary>
internal sealed class LedgerSql
{
    private const string ForAll = "migrations/";

    private readonly SqlDialect _dialect;
    private readonly string _folder;
    private readonly Assembly _texts;
    private readonly string[] _numbered;
    private readonly Lazy<string[]> _migrations;

    private LedgerSql(SqlDialect dialect, string name)
        : this(dialect, name, typeof(LedgerSql).Assembly)
    {
    }

    /// <summary>The dialect with the numbered files of an assembly.</summary>
    internal LedgerSql(SqlDialect dialect, string name, Assembly texts)
    {
        (_dialect, _folder, _texts) = (dialect, $"{name}/", texts);
        _numbered = [.. Files().Where(file => char.IsAsciiDigit(file[0])).Order(StringComparer.Ordinal)];
        _migrations = new Lazy<string[]>(() => [.. _numbered.Select(File)]);
    }

    public static LedgerSql Sqlite { get; } = new(SqlDialect.Sqlite, "sqlite");

    public static LedgerSql PostgreSql { get; } = new(SqlDialect.PostgreSql, "postgresql");

    public static LedgerSql SqlServer { get; } = new(SqlDialect.SqlServer, "sqlserver");

    /// <summary>The numbered files, in order: 1 first, without gaps.</summary>
    public IReadOnlyList<string> Migrations => _migrations.Value;

    /// <summary>The schema's version that this program knows.</summary>
    public static int Version => Sqlite._numbered.Length;

    /// <summary>The statement of that name.</summary>
    public string Of(string name) => SqlStatements.Find(name, _dialect) ?? File(name);

    /// <summary>The text of that file; null = there is none.</summary>
    internal string? Find(string name) => Read(_folder + name)
        ?? (Read(ForAll + name) is { } text ? SqlTokens.Render(WithoutComments(text), _dialect, isOwn: false) : null);

    /// <summary>All names; those of files without their extension, those of a folder begin with it.</summary>
    internal IEnumerable<string> Names() => SqlStatements.Names(_dialect).Concat(Files());

    // A file of its own stands in the place of the one for all.
    private IEnumerable<string> Files() => _texts.GetManifestResourceNames()
        .SelectMany(name => new[] { _folder, ForAll }
            .Where(folder => name.StartsWith(folder, StringComparison.Ordinal))
            .Select(folder => Path.ChangeExtension(name[folder.Length..], null)))
        .Distinct();

    private string File(string name) => Find(name)
        ?? throw new InvalidOperationException($"no statement '{name}' is embedded for {_dialect}");

    private string? Read(string name)
    {
        using var stream = _texts.GetManifestResourceStream($"{name}.sql");
        if (stream is null)
        {
            return null;
        }

        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    // They may hold what stands for something in a text.
    private static string WithoutComments(string text) => string.Join('\n',
        text.Split('\n').Where(line => !line.TrimStart().StartsWith("--", StringComparison.Ordinal)));
}
