namespace Orchestrator.Data.MariaDb;

/// <summary>What the error numbers of MariaDB mean for whoever must act; its SQLSTATEs tell too little.</summary>
internal static class MariaDbNumbers
{
    /// <summary>Another session holds a lock for longer than this one waits.</summary>
    public const int LockWait = 1205;

    /// <summary>The whole transaction was taken back, for the sake of another one.</summary>
    public const int Deadlock = 1213;

    /// <summary>The whole transaction was taken back: a row that it saw was changed since.</summary>
    public const int ChangedSince = 1020;

    /// <summary>The statement was stopped.</summary>
    public const int Stopped = 1317;

    /// <summary>There is no such savepoint, or procedure.</summary>
    public const int NoSuchSavepoint = 1305;

    public const int NoSuchTable = 1146;

    public const int NoSuchSession = 1094;

    /// <summary>The session is another user's.</summary>
    public const int NotOwner = 1095;

    /// <summary>The statement cannot be prepared.</summary>
    public const int NotPreparable = 1295;

    /// <summary>The statement does not read as SQL.</summary>
    public const int Syntax = 1064;

    /// <summary>The client could not connect, and says why in words only.</summary>
    public const int NoConnection = 1042;

    private static readonly HashSet<int> Transient =
    [
        LockWait, Deadlock, ChangedSince, 1412, 1040, 1203, 1226, Stopped, 1969, 1180, 1030, 1037, 1038, 1041, 1135,
        1159, 1160, 1161, 1158, 1152, 1927, 1053, 2002, 2003, 2006, 2013, 4031, 1615, 1637, NoConnection,
    ];

    // Their states are those of lost connections.
    private static readonly HashSet<int> Config = [1153, 1251];

    private static readonly HashSet<int> Data =
    [
        1062, 1048, 1264, 1265, 1292, 1366, 1406, 1364, 1451, 1452, 1216, 1217, 4025, 1690, 1365, 1411, 1172, 1242,
        1644, 1557, 1761, 1762, 1586, 1022, 1138, 1263, 1300, 1367, 1441, 1426, 3572, 4038, 1526,
    ];

    private static readonly HashSet<int> Bugs = [1210, 1243, NotPreparable, 1568, 1196];

    // Of signing in, of rights, and of the state of server and session: no row can raise them.
    private static readonly HashSet<int> NotOfRows =
    [
        1044, 1045, 1049, 1130, 1792, 1142, 1143, 1227, 1290, 1370, 1410, 1665, 1836, 1021, 1114, 1129, 1251, 1275,
        1698,
    ];

    private static readonly HashSet<int> Lost =
        [1053, 1152, 1158, 1159, 1160, 1161, 1927, 2002, 2003, 2006, 2013, 4031, NoConnection];

    /// <summary>Who can do something about it.</summary>
    /// <param name="state">Its SQLSTATE, for numbers that nobody has met.</param>
    public static DatabaseFaultClass ClassOf(int number, string? state = null) =>
        Transient.Contains(number) ? DatabaseFaultClass.Transient
        : Data.Contains(number) ? DatabaseFaultClass.Data
        : Bugs.Contains(number) ? DatabaseFaultClass.Bug
        : Config.Contains(number) ? DatabaseFaultClass.Config
        : OfState(state ?? "");

    /// <summary>Whether a trigger, a function or a check may have raised it for a row.</summary>
    public static bool MayBeOfRow(int number, string? state) =>
        ClassOf(number, state) == DatabaseFaultClass.Config && !NotOfRows.Contains(number);

    /// <summary>Whether the session is over, so that what was under way is not known.</summary>
    public static bool EndsSession(int number) => Lost.Contains(number);

    /// <summary>Whether the server has taken back the whole transaction, and the client knows nothing of it.</summary>
    public static bool EndsTransaction(int number) => number is Deadlock or ChangedSince;

    private static DatabaseFaultClass OfState(string state) => (state.Length < 2 ? "" : state[..2]) switch
    {
        "08" or "40" or "70" => DatabaseFaultClass.Transient,
        // SIGNAL has 45000 where it says no other.
        "21" or "22" or "23" or "45" => DatabaseFaultClass.Data,
        _ => DatabaseFaultClass.Config,
    };
}
