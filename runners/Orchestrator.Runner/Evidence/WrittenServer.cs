using Orchestrator.Data;

namespace Orchestrator.Runner.Evidence;

/// <summary>The server of a database that packages of the run write.</summary>
/// <param name="Connection">Name of the connection.</param>
/// <param name="EndSessions">Ends the sessions of a name: <see cref="IPlatform.EndSessions"/>.</param>
internal sealed record WrittenServer(string Connection, Func<string, SessionsLeft> EndSessions);
