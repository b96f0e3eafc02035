using Orchestrator.Cli.Grammar;

namespace Orchestrator.Cli.Run;

/// <summary>Verbs that work until somebody asks them to stop.</summary>
internal static class Stoppable
{
    /// <summary>
    /// With the first Ctrl-C or SIGTERM <see cref="Host.Stop"/> fires, so that the verb ends in its own time; the
    /// second ends the process, as a kill does.
    /// </summary>
    public static int Run(Call call, Func<int> work) => RunVerb.Listening(call, requests =>
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(call.Host.Stop);
        requests.Listen(heard =>
        {
            if (heard.Count > 1)
            {
                Environment.Exit(heard.ExitCode);
            }

            stop.Cancel();
        });
        call.StopBy(stop.Token);
        try
        {
            return work();
        }
        finally
        {
            requests.Listen(null);
        }
    });
}
