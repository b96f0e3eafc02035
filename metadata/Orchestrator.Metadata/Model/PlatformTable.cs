namespace Orchestrator.Metadata.Model;

/// <summary>What kind of store a connection leads to.</summary>
public enum Platform { Files, Sqlite, PostgreSql, SqlServer, MariaDb }

/// <summary>
/// The platforms that there are, each with its row: beside their drivers the one place that names them, so that
/// whoever asks for a fact asks the row.
/// </summary>
public static class PlatformTable
{
    /// <summary>Of a connection that names none, and of the stage that a new solution begins with.</summary>
    public const Platform Default = Platform.Sqlite;

    /// <summary>Of a folder of files.</summary>
    public const Platform Folder = Platform.Files;

    /// <summary>The rows, in the order of <see cref="Platform"/>.</summary>
    public static IReadOnlyList<PlatformFacts> All { get; } =
    [
        new PlatformFacts
        {
            Platform = Platform.Files,
            Name = "Files",
            Form = StoreForm.Folder,
            CalledElsewhere = ["FF_DEL", "Delimited"],
            LineageScheme = "file",
        },
        new PlatformFacts
        {
            Platform = Platform.Sqlite,
            Name = "SQLite",
            Form = StoreForm.File,
            Keywords = ["data source"],
            Example = "Data Source=FILE",
            FileKeywords = ["Data Source", "DataSource", "Filename"],
            TakesBrackets = true,
            FileExtensions = [".db", ".db3", ".sqlite", ".sqlite3"],
            IdleKeywords =
            [
                "Mode", "Cache", "Password", "Foreign Keys", "Recursive Triggers", "Default Timeout",
                "Command Timeout", "Pooling", "Vfs",
            ],
            Scopes = [DurabilityScope.Session],
            HoldsLedger = true,
            LineageScheme = "sqlite",
        },
        new PlatformFacts
        {
            Platform = Platform.PostgreSql,
            Name = "PostgreSQL",
            Form = StoreForm.Server,
            Keywords = ["host"],
            Example = "Host=…",
            DefaultSchema = "public",
            // Its names are quoted, so that they differ by any character.
            TellsCase = true,
            HidesUncommitted = true,
            Scopes = [DurabilityScope.Session, DurabilityScope.Database],
            HoldsLedger = true,
            CalledElsewhere = ["PGR", "PostgreSQL", "Npgsql"],
            LineageScheme = "postgres",
            HostOf = ServerHost.OfAddress,
        },
        new PlatformFacts
        {
            Platform = Platform.SqlServer,
            Name = "SQL Server",
            Form = StoreForm.Server,
            Keywords = ["data source", "server"],
            Example = "Server=…",
            DefaultSchema = "dbo",
            SpeaksTransactSql = true,
            TakesBrackets = true,
            Scopes = [DurabilityScope.Database],
            HoldsLedger = true,
            CalledElsewhere =
            [
                "MSSQL", "Microsoft SQL Server", "SQL Server", "SQLNCLI", "MSOLEDBSQL", "SQLOLEDB",
                "System.Data.SqlClient", "Microsoft.Data.SqlClient", "ODBC Driver",
            ],
            LineageScheme = "mssql",
            HostOf = ServerHost.OfDataSource,
        },
        new PlatformFacts
        {
            Platform = Platform.MariaDb,
            Name = "MariaDB",
            Form = StoreForm.Server,
            Keywords = ["server"],
            Signs = ["port", "ssl mode", "sslmode", "charset", "character set"],
            Example = "Server=…;Port=…",
            CalledElsewhere = ["MariaDB"],
            LineageScheme = "mysql",
            HostOf = ServerHost.OfHostAndPort,
        },
    ];

    /// <summary>The row of a platform.</summary>
    public static PlatformFacts Of(Platform platform) => All[(int)platform];

    /// <summary>
    /// The row of the platform that a connection string with these keywords, in small letters, leads to; null where
    /// they tell none. Of two whose clients share a keyword it is the one of which the others tell.
    /// </summary>
    public static PlatformFacts? MeantBy(IReadOnlySet<string> keywords) => All
        .Where(row => row.IsMeantBy(keywords)).OrderByDescending(row => row.Signs.Any(keywords.Contains))
        .FirstOrDefault();

    /// <summary>The row of the platform that other tools call so; null where they mean one that is not here.</summary>
    public static PlatformFacts? CalledElsewhere(string word) => All.FirstOrDefault(row => row.CalledElsewhere.Any(
        begin => word.Trim().StartsWith(begin, StringComparison.OrdinalIgnoreCase)));

    /// <summary>Words of the platforms that have something, as a sentence names them: `A, B or C`.</summary>
    /// <param name="has">Whether a platform has it.</param>
    public static string Words(Func<PlatformFacts, bool> has)
    {
        string[] words = [.. All.Where(has).Select(row => row.Word).Order(StringComparer.Ordinal)];
        return words is [.. var before, var last] && before.Length > 0
            ? $"{string.Join(", ", before)} or {last}" : string.Concat(words);
    }
}
