namespace Orchestrator.Data.MariaDb;

/// <summary>A server that cannot be worked with, or that has ended a transaction behind the engine's back.</summary>
/// <param name="type">Who can do something about it.</param>
/// <param name="message">What is the matter, without a point.</param>
/// <param name="advice">What somebody can do about it, as a sentence.</param>
/// <param name="inner">What the server had said; null = nothing.</param>
internal sealed class MariaDbServerException(
    DatabaseFaultClass type, string message, string advice, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>What somebody can do about a transaction that was ended by a statement.</summary>
    public const string EndedAdvice =
        "Take out of hooks, scripts and procedures what commits: COMMIT, START TRANSACTION, SET autocommit, CREATE, "
        + "ALTER, DROP, TRUNCATE, LOCK TABLES.";

    /// <summary>Who can do something about it.</summary>
    public DatabaseFaultClass Class { get; } = type;

    /// <summary>What somebody can do about it.</summary>
    public string Advice { get; } = advice;

    /// <summary>Whether the connection was given up, so that what was under way is not known.</summary>
    public bool IsConnectionLost { get; private init; }

    /// <summary>The transaction was over when a statement came, or its commit.</summary>
    public static MariaDbServerException Ended() => new(
        DatabaseFaultClass.Config,
        "the transaction of the package had been ended before its commit, by a statement or procedure that commits, "
        + "or that changes a definition; what came before that is committed, and what came behind it is taken back",
        EndedAdvice);

    /// <summary>The server has taken the whole transaction back.</summary>
    public static MariaDbServerException TakenBack(Exception why) => new(
        DatabaseFaultClass.Transient, "the server has taken back the whole transaction of the package: " + why.Message,
        "Another session was in the way; the package can be tried again.", why);

    /// <summary>The server has not said that the transaction is committed, nor that it is taken back.</summary>
    public static MariaDbServerException Unanswered(Exception why) => new(
        DatabaseFaultClass.Transient,
        "the server did not say whether it has committed, and the connection was given up: " + why.Message,
        "See the server's log; the package can be tried again, and finds out what was committed.", why)
    {
        IsConnectionLost = true,
    };
}
