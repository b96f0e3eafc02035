using System.Collections.Frozen;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>What the numbers of SQL Server's messages mean for whoever must act.</summary>
internal static class SqlServerNumbers
{
    private const int FatalClass = 17;

    // What RAISERROR says with a text of its own has this number, and THROW takes this one or a greater one: triggers
    // and procedures refuse a row so (THROW, Transact-SQL).
    private const int UserNumberMin = 50_000;

    // Somebody was in the way, or the server, its disk or the way to it.
    private static readonly FrozenSet<int> Transient =
    [
        -2, 20, 64, 121, 233, 258, 596, 601, 617, 669, 701, 802, 921, 922, 927, 945, 952, 976, 978, 982, 983, 988, 1101,
        1105, 1203, 1204, 1205, 1214, 1216, 1221, 1222, 1807, 2801, 3617, 3906, 3935, 3947, 3957, 3958, 3960, 3961,
        3966, 4221, 4891, 5061, 5070, 5074, 6005, 8628, 8645, 8651, 9001, 9002, 9515, 10053, 10054, 10060, 10061, 10928,
        10929, 10936, 12347, 14355, 14868, 17197, 17809, 17830, 18401, 18451, 40143, 40166, 40197, 40501, 40540, 40544,
        40549, 40550, 40551, 40552, 40553, 40613, 40615, 41301, 41302, 41305, 41325, 41839, 45168, 45169, 49918, 49919,
        49920,
    ];

    // The rows are not what the table takes.
    private static readonly FrozenSet<int> Data =
    [
        220, 232, 235, 237, 241, 242, 244, 245, 248, 257, 260, 273, 289, 293, 295, 296, 298, 334, 487, 511, 512, 515,
        517, 518, 529, 530, 535, 544, 545, 547, 1007, 1505, 1946, 2601, 2627, 2628, 3606, 3607, 3608, 3609, 3616, 3621,
        3623, 4814, 4815, 4819, 4863, 4864, 4867, 4895, 6354, 6355, 6522, 6901, 6905, 6908, 6909, 6910, 6913, 6926,
        6965, 7339, 7344, 8101, 8102, 8114, 8115, 8134, 8152, 8169, 8170, 8672, 8725, 8729, 9400, 9402, 9403, 9410,
        9411, 9413, 9414, 9420, 9421, 9422, 9434, 9436, 9437, 9438, 9441, 9442, 9443, 9444, 9445, 9446, 9448, 9455,
        9502, 9807, 9809, 9810, 9812, 9813, 9814, 9829, 13535, 13549,
    ];

    // A trigger that has caught its error leaves a transaction that nothing can be written in any more, and no word of
    // why: what was tried with it, and whether it ends so without rows, tells more.
    private static readonly FrozenSet<int> Doomed = [3930, 3998];

    private static readonly FrozenSet<int> Ends =
        [-1, 0, 2, 20, 53, 64, 121, 233, 258, 596, 6005, 10053, 10054, 10060, 10061, 10928, 17197, 40613];

    private static readonly FrozenDictionary<int, string> Advice = new Dictionary<int, string>
    {
        [-2] = "The server did not answer in time; see what it is doing, or raise `Connect Timeout`.",
        [53] = "Start the server, or correct `Server` of the connection string; see the firewall.",
        [10061] = "Start the server, or correct `Server` of the connection string; see the firewall.",
        [11001] = "Correct `Server` of the connection string: its name is not known.",
        [207] = "Correct the name of the column; see the table.",
        [208] = "Correct the name of the table, or make it; a schema other than dbo must be named.",
        [229] = "Grant the engine's login what it lacks; `orchestrator connections grants CONN` prints what its "
            + "objects need, but for their own statements and queries: what those read is granted by name.",
        [230] = "Grant the engine's login what it lacks; `orchestrator connections grants CONN` prints what its "
            + "objects need, but for their own statements and queries: what those read is granted by name.",
        [262] = "Grant the engine's login what it lacks; `orchestrator connections grants CONN` prints what it needs.",
        [297] = "Grant the engine's login what it lacks; `orchestrator connections grants CONN` prints what it needs.",
        [300] = "Grant the engine's login what it lacks; `orchestrator connections grants CONN` prints what it needs.",
        [1088] = "Correct the name, or grant the engine's login ALTER on the table.",
        [4834] = "Grant the engine's login ADMINISTER BULK OPERATIONS, or INSERT on the table.",
        [102] = "Correct the statement.",
        [156] = "Correct the statement.",
        [515] = "The column takes no NULL; correct the row, or the column.",
        [544] = "The table counts this column itself; leave the column out, or set `keepIdentity: true`.",
        [547] = "The row breaks a foreign key or check; load what it refers to first, or correct the row.",
        [1105] = "The file group or disk is full; make room and run it again.",
        [1205] = "Another session was in the way; the package can be tried again.",
        [1222] = "Another session holds a lock; end it, or let the package try again.",
        [2601] = "The key is there already; correct the rows, or the index.",
        [2627] = "The key is there already; correct the rows, or the constraint.",
        [3609] = "A trigger of the table has taken the transaction back; correct the row, or the trigger.",
        [3616] = "An error in a trigger of the table has ended the transaction; correct the row, or the trigger.",
        [3930] = "An error that was caught, as a trigger may do, has ended the transaction; correct the row, or what "
            + "catches it.",
        [3952] = "Set ALLOW_SNAPSHOT_ISOLATION ON for the database, or another `isolation` for the connection.",
        [3960] = "Another session changed the same rows; the package can be tried again.",
        [3998] = "An error that was caught, as a trigger may do, has ended the transaction; correct the row, or what "
            + "catches it.",
        [4060] = "Correct `Database` of the connection string, or give the login a user in it.",
        [4712] = "A foreign key points there that the engine's login may not see; `orchestrator connections grants "
            + "CONN` prints what it needs on the table of that key.",
        [4815] = "A value is longer than its column; correct the row, or the column.",
        [9002] = "The log of the database is full; back it up or make room, and run it again.",
        [17809] = "The server has no free connection; raise its `user connections`, or lower `maxConcurrency`.",
        [18452] = "Correct user name and password of the connection, or the logins that the server takes.",
        [18456] = "Correct user name and password of the connection.",
        [5011] = "Grant the engine's login ALTER on the database; `orchestrator connections grants CONN` prints it.",
        [5061] = "Another session changes the database; it can be tried again.",
        [5070] = "Other sessions are in the way of ALTER DATABASE; it can be tried again.",
        [22892] = "What the message names reads the log, so commits must be on disk: end it, or take "
            + "`delayedDurability` off the connection.",
    }.ToFrozenDictionary();

    /// <summary>Whether the number itself tells who must act.</summary>
    public static bool IsKnown(int number) => Transient.Contains(number) || IsData(number);

    /// <summary>Who can do something about it.</summary>
    /// <param name="number">Number of the message.</param>
    /// <param name="messageClass">Its severity, 11 to 25.</param>
    public static DatabaseFaultClass ClassOf(int number, int messageClass) =>
        Transient.Contains(number) ? DatabaseFaultClass.Transient
        : IsData(number) ? DatabaseFaultClass.Data
        : messageClass >= FatalClass ? DatabaseFaultClass.Transient
        : DatabaseFaultClass.Config;

    /// <summary>Whether the message says nothing of whose fault it is, and it may be that of a row.</summary>
    public static bool MayBeOfRow(int number) => Doomed.Contains(number);

    /// <summary>Whether the message tells the value of a key that is there twice, last and in brackets.</summary>
    public static bool TellsKey(int number) => number is 1505 or 2601 or 2627;

    private static bool IsData(int number) => number >= UserNumberMin || Data.Contains(number);

    /// <summary>Whether the session is over, so that what was under way is not known.</summary>
    public static bool EndsSession(int number) => Ends.Contains(number);

    /// <summary>What somebody can do, as a sentence.</summary>
    public static string AdviceOf(int number, DatabaseFaultClass type) =>
        Advice.GetValueOrDefault(number) ?? ServerFaults.AdviceOf(type);
}
