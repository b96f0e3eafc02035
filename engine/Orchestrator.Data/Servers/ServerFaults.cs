namespace Orchestrator.Data.Servers;

/// <summary>What is told of failures of any server.</summary>
public static class ServerFaults
{
    /// <summary>What somebody can do, as a sentence, where only the class of a failure is known.</summary>
    public static string AdviceOf(DatabaseFaultClass type) => type switch
    {
        DatabaseFaultClass.Transient => "The package can be tried again; if it comes back, see the server's log.",
        DatabaseFaultClass.Data => "Correct the rows, or the column or constraint that refuses them.",
        DatabaseFaultClass.Cancelled => "It was stopped.",
        DatabaseFaultClass.Bug => "This is a mistake of the program; please report it with the log.",
        _ => "Correct the statement, the table or the connection and run it again.",
    };

    /// <summary>The connection is gone, and nobody says more of it.</summary>
    public static DatabaseFault Lost() => new(
        DatabaseFaultClass.Transient, "connection", "the connection to the server was lost",
        "See the server's log; the package can be tried again.", IsConnectionLost: true);
}
