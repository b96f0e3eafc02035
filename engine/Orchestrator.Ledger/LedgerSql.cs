namespace Orchestrator.Ledger;

/// <summary>
/// The SQL of one dialect. Its statements stand by subject in one text for all of them (<see cref="SqlStatements"/>);
/// its folder has what makes the schema, in numbered files, and in `older/` what a column holds that an older schema
/// lacks.
/// </summary>
internal sealed class LedgerSql
{
    private readonly SqlDialect _dialect;
    private readonly string _folder;
    private readonly string[] _numbered;
    private readonly Lazy<string[]> _migrations;

    private LedgerSql(SqlDialect dialect, string name)
    {
        (_dialect, _folder) = (dialect, $"{name}/");
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

    /// <summary>The text of that file of its folder; null = there is none.</summary>
    internal string? Find(string name)
    {
        using var stream = typeof(LedgerSql).Assembly.GetManifestResourceStream($"{_folder}{name}.sql");
        if (stream is null)
        {
            return null;
        }

        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    /// <summary>All names; those of files without their extension, those of a folder begin with it.</summary>
    internal IEnumerable<string> Names() => SqlStatements.Names(_dialect).Concat(Files());

    private IEnumerable<string> Files() => typeof(LedgerSql).Assembly.GetManifestResourceNames()
        .Where(name => name.StartsWith(_folder, StringComparison.Ordinal))
        .Select(name => Path.ChangeExtension(name[_folder.Length..], null));

    private string File(string name) => Find(name)
        ?? throw new InvalidOperationException($"no statement '{name}' is embedded for {_dialect}");
}
