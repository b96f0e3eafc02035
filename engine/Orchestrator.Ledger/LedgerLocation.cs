using Orchestrator.Data;
using Orchestrator.Data.PostgreSql;
using Orchestrator.Data.Sqlite;
using Orchestrator.Data.SqlServer;
using Orchestrator.Ledger.Servers;

namespace Orchestrator.Ledger;

/// <summary>Where a ledger is: in a SQLite file, or in the schema `orchestrator` of a server's database.</summary>
public sealed record LedgerLocation
{
    /// <summary>Name of the folder inside a solution that holds what runs leave behind.</summary>
    public const string FolderName = ".orchestrator";

    /// <summary>In a SQLite file; beside it is the folder of the run locks.</summary>
    public LedgerLocation(string file)
    {
        (File, Name, Platform) = (file, file, SqliteLedgers.Instance);
        Folder = Path.GetDirectoryName(Path.GetFullPath(file))!;
    }

    /// <summary>Wherever a platform has it.</summary>
    internal LedgerLocation(ILedgerPlatform platform, string name) =>
        (File, Name, Folder, Platform) = ("", name, "", platform);

    private LedgerLocation(Func<string, ILedgerServer> server, DatabaseAddress address, string folder)
    {
        (File, Name, Server, Folder) = ("", address.Connection, address, folder);
        Platform = new ServerLedgers(server(Session));
    }

    /// <summary>Path of the file; empty where the ledger is on a server.</summary>
    public string File { get; }

    /// <summary>What people know it by: the path of the file, or the name of the connection.</summary>
    public string Name { get; }

    /// <summary>Where copies of it are put: the folder of the file, or `.orchestrator` of the solution.</summary>
    public string Folder { get; }

    /// <summary>
    /// What tells the place from others, without secrets: the full path, or platform, server and database.
    /// </summary>
    public string Place => Server is null ? Path.GetFullPath(File) : ((ServerLedgers)Platform).PlaceOf(Server);

    /// <summary>Folder of the run locks of a file.</summary>
    public string Locks => Path.Combine(Folder, "locks");

    /// <summary>What tells this process's ways to it from those of others, on its server as well.</summary>
    internal string Session { get; } = $"orchestrator ledger {Guid.NewGuid().ToString("N")[..16]}";

    /// <summary>How long who only reads tries for a file that another process has locked. Default: 30 s.</summary>
    public TimeSpan ReadPatience { get; init; } = SqliteOptions.DefaultPatience;

    /// <summary>Whether it is in the database of a server.</summary>
    public bool IsOnServer => Server is not null;

    /// <summary>Whether whoever wrote the connection string said how long a server is waited for.</summary>
    public bool HasOwnTimeout =>
        Server?.ConnectionString.Contains("timeout", StringComparison.OrdinalIgnoreCase) == true;

    /// <summary>The way to it.</summary>
    internal ILedgerPlatform Platform { get; }

    /// <summary>The server's database; null where the ledger is a file.</summary>
    internal DatabaseAddress? Server { get; }

    /// <summary>The default place: `&lt;solution&gt;/.orchestrator/ledger.db`.</summary>
    public static LedgerLocation OfSolution(string solutionFolder) =>
        new(Path.Combine(solutionFolder, FolderName, "ledger.db"));

    /// <summary>In the database of a connection.</summary>
    /// <param name="platform">The connection's platform.</param>
    /// <param name="address">Where the database is.</param>
    /// <param name="solutionFolder">Folder of the solution, for what is kept beside a ledger.</param>
    public static LedgerLocation Of(IPlatform platform, DatabaseAddress address, string solutionFolder) =>
        platform switch
        {
            PostgreSqlPlatform known => new(
                session => new PostgreSqlLedger(known, session), address, Path.Combine(solutionFolder, FolderName)),
            SqlServerPlatform known => new(
                session => new SqlServerLedger(known, session), address, Path.Combine(solutionFolder, FolderName)),
            _ => new(address.File),
        };

    /// <summary>Opens for writing, and makes what is missing.</summary>
    internal ILedgerDatabase OpenForWriting(TimeProvider time, LedgerWait? wait = null) =>
        Platform.OpenForWriting(this, time, wait ?? new LedgerWait(new LedgerPatience(), time));

    /// <summary>Opens for reading; null where there is no ledger yet.</summary>
    internal ILedgerDatabase? OpenForReading(TimeProvider time) => Platform.OpenForReading(this, time);

    /// <summary>Makes the folders that are missing, for the owner alone (0700 on Unix).</summary>
    internal void MakeFolders()
    {
        OwnedFolder.Make(Folder);
        OwnedFolder.Make(Locks);
    }
}
