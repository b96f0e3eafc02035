namespace Orchestrator.Tds;

/// <summary>An error of the server, or a message that is none.</summary>
public sealed record ServerMessage(int Number, string Text)
{
    /// <summary>The severity: up to 10 a message, from 11 on an error, from 20 on the connection is closed.</summary>
    public byte Class { get; init; } = 16;

    /// <summary>The state. Default: 1.</summary>
    public byte State { get; init; } = 1;

    /// <summary>The line in the batch or procedure, from 1.</summary>
    public int Line { get; init; } = 1;

    /// <summary>The procedure it happened in. Default: none.</summary>
    public string Procedure { get; init; } = "";

    internal bool IsError => Class > 10;

    internal bool ClosesConnection => Class >= 20;
}

/// <summary>Errors that a night meets, with the server's own number, class and text.</summary>
public static class ServerErrors
{
    /// <summary>The transaction lost a deadlock and is rolled back; use <see cref="Reply.Deadlock"/>.</summary>
    public static ServerMessage Deadlock { get; } = new(1205,
        "Transaction (Process ID 52) was deadlocked on lock resources with another process and has been chosen as the "
        + "deadlock victim. Rerun the transaction.")
    { Class = 13, State = 51 };

    /// <summary>SET LOCK_TIMEOUT ran out.</summary>
    public static ServerMessage LockTimeout { get; } =
        new(1222, "Lock request time out period exceeded.") { State = 51 };

    /// <summary>No space left in the data files.</summary>
    public static ServerMessage FilegroupFull { get; } = new(1105,
        "Could not allocate space for object 'dbo.T' in database 'Staging' because the 'PRIMARY' filegroup is full.")
    { Class = 17, State = 2 };

    /// <summary>The transaction log is full.</summary>
    public static ServerMessage LogFull { get; } = new(9002,
        "The transaction log for database 'Staging' is full due to 'ACTIVE_TRANSACTION'.")
    { Class = 17, State = 4 };

    /// <summary>A row breaks a primary key.</summary>
    public static ServerMessage PrimaryKey { get; } = new(2627,
        "Violation of PRIMARY KEY constraint 'PK_T'. Cannot insert duplicate key in object 'dbo.T'. "
        + "The duplicate key value is (1).")
    { Class = 14 };

    /// <summary>A row breaks a foreign key or a check.</summary>
    public static ServerMessage Constraint { get; } = new(547,
        "The INSERT statement conflicted with the CHECK constraint \"CK_T\". The conflict occurred in database "
        + "\"Staging\", table \"dbo.T\".")
    { State = 0 };

    /// <summary>The login has not the right.</summary>
    public static ServerMessage NoPermission { get; } = new(229,
        "The INSERT permission was denied on the object 'T', database 'Staging', schema 'dbo'.")
    { Class = 14, State = 5 };

    /// <summary>The server goes down, and closes the connection.</summary>
    public static ServerMessage Shutdown { get; } = new(6005, "SHUTDOWN is in progress.") { Class = 20 };

    /// <summary>The login was refused.</summary>
    public static ServerMessage LoginFailed(string user) =>
        new(18456, $"Login failed for user '{user}'.") { Class = 14 };

    /// <summary>The table does not exist.</summary>
    public static ServerMessage NoObject(string name) => new(208, $"Invalid object name '{name}'.");
}
