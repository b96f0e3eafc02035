using Orchestrator.Core;
using Orchestrator.Core.Alerts;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Mail;

/// <summary>One attempt to send a message.</summary>
internal sealed class MailRun(PackageContext context)
{
    private const int AnswerMax = 200;

    private readonly MailOptions _mail = (MailOptions)context.Object.Own!;

    /// <summary>Sends it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            context.Cancellation.ThrowIfCancellationRequested();
            var server = context.Solution.Mail ?? throw MailTexts.Refused(
                "The solution declares no server that sends mail. Declare it in solution.yaml: "
                + "mail: {host: …, from: …}.");
            using var letter = MailLetter.Of(context, _mail, server.From);
            var told = $"sent {letter.Told}: {MessageText.OneLine(Send(letter, server), AnswerMax)}";
            context.Message(told);
            return new PackageResult
            {
                Outcome = NodeState.Succeeded,
                LoadPath = told,
                Warnings = letter.Warnings,
            };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            return Faults.Result(fault, "mail", "", context.Cancellation);
        }
    }

    private string Send(MailLetter letter, MailServer server)
    {
        var route = ConnectionValues.Of(() => MailRoute.Of(server).Resolved(context.Resolve));
        var conversation = new MailConversation(route, MailContract.Timeout, context.Time)
        {
            Patience = MailContract.Patience,
        };
        context.Fence.Pass();
        try
        {
            return CrashPoint.Around("mail.sent", () => conversation
                .SendAsync(letter.Message, letter.Recipients, context.Cancellation).GetAwaiter().GetResult());
        }
        catch (Exception fault) when (MailFailures.Of(fault, route, conversation.IsOpen) is { } failure)
        {
            throw failure;
        }
    }
}
