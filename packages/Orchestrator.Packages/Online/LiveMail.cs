using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Online;

/// <summary>Looks whether the server that sends mail can be reached and lets us sign in. No message is sent.</summary>
internal static class LiveMail
{
    /// <summary>What is wrong with it; of a solution whose objects send none nobody asks.</summary>
    public static IEnumerable<Diagnostic> Found(
        Solution solution, IEnumerable<ObjectDefinition> objects, ConnectionAccess access, TimeSpan limit)
    {
        if (solution.Mail is not { } server || !objects.Any(each => each.Own is MailOptions))
        {
            return [];
        }

        try
        {
            access.Greet(server, limit);
            return [];
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, "") is { } error)
        {
            return
            [
                new Diagnostic("ORC3547", Severity.Error, server.At,
                    $"mail cannot be sent: {error.Code} {error.Class}: {error.Message}",
                    "`orchestrator help alerts` says what stands under mail"),
            ];
        }
    }
}
