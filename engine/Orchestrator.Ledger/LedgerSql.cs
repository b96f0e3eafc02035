namespace Orchestrator.Ledger;

/// <summary>
/// The SQL of one dialect. Its statements stand by subject in one text for all of them (<see cref="SqlStatements"/>);
/// its folder has what makes the schema, in numbered files, and in `older/` what an older schema lacks.
/// </summary>
internal sealed class LedgerSql
{
    private readonly SqlDialect dialect;
    private readonly string folder;
    private readonly string[] numbered;
    private readonly Lazy<string[]> migrations;

    private LedgerSql(SqlDialect dialect, string name)
    {
        (this.dialect, folder) = (dialect, $"{name}/");
        numbered = [.. Files().Where(file => char.IsAsciiDigit(file[0])).Order(StringComparer.Ordinal)];
        migrations = new Lazy<string[]>(() => [.. numbered.Select(File)]);
    }

    public static LedgerSql Sqlite { get; } = new(SqlDialect.Sqlite, "sqlite");

    public static LedgerSql PostgreSql { get; } = new(SqlDialect.PostgreSql, "postgresql");

    public static LedgerSql SqlServer { get; } = new(SqlDialect.SqlServer, "sqlserver");

    /// <summary>The numbered files, in order: 1 first, without gaps.</summary>
    public IReadOnlyList<string> Migrations => migrations.Value;

    /// <summary>The schema's version that this program knows.</summary>
    public static int Version => Sqlite.numbered.Length;

    /// <summary>The statement of that name.</summary>
    public string Of(string name) => SqlStatements.Find(name, dialect) ?? File(name);

    /// <summary>All names; those of files without their extension, those of a folder begin with it.</summary>
    internal IEnumerable<string> Names() => SqlStatements.Names(dialect).Concat(Files());

    private IEnumerable<string> Files() => typeof(LedgerSql).Assembly.GetManifestResourceNames()
        .Where(name => name.StartsWith(folder, StringComparison.Ordinal))
        .Select(name => Path.ChangeExtension(name[folder.Length..], null));

    private string File(string name)
    {
        using var stream = typeof(LedgerSql).Assembly.GetManifestResourceStream($"{folder}{name}.sql")
            ?? throw new InvalidOperationException($"no statement '{name}' is embedded for {dialect}");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
