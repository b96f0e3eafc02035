using System.Text.RegularExpressions;
using Orchestrator.Core.Alerts;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Send Mail Tasks; the server is one of the whole solution.</summary>
internal static partial class MailTasks
{
    private const string PortOfMail = "25";

    /// <summary>The objects of the task.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public static TaskResult Map(TaskContext context, SsisExecutable task, ProjectDraft project)
    {
        var (mail, read) = (task.Mail!, new Readings(context, task.Path, () => project));
        string Text(string property, string written) =>
            task.Expressions.FirstOrDefault(each => each.Property == property) is { } late
                ? read.Text(late.Expression, $"{task.Name}_{property}")
                : ForeignPlaceholders.Refused(written, "the message");
        var from = Text("FromLine", mail.From).Trim();
        var notes = new List<string>();
        string[] Line(string property, string written)
        {
            // A value is one mailbox here: a parameter of several is told as the package has it.
            if (task.Expressions.FirstOrDefault(each => each.Property == property) is { } late
                && context.Values.Constant(task.Path, late.Expression, takesGiven: false) is null
                && context.Values.Constant(task.Path, late.Expression) is { Content: string known }
                && Boxes(known) is { Length: > 1 } several)
            {
                notes.Add($"its mailboxes are those of the package, which had them in {late.Expression.Trim()}");
                return several;
            }

            return Boxes(Text(property, written));
        }

        string[][] boxes = [Line("ToLine", mail.To), Line("CCLine", mail.Cc), Line("BCCLine", mail.Bcc)];
        if (Array.TrueForAll(boxes, each => each.Length == 0))
        {
            throw No("the message is for nobody", mail.To);
        }

        var sender = Serve(context, mail, from);
        var body = mail.Source switch
        {
            TextSource.Variable => read.TextOf(mail.Message),
            TextSource.File => throw No("its text stands in a file", mail.Message),
            _ => Text("MessageSource", mail.Message),
        };
        var (folder, names) = Attachments(
            Text("FileAttachments", mail.Attachments), new TaskPaths(context, task, read));
        var one = context.New(project, task.Name, task.Path);
        one.Kind = DraftKinds.Message;
        one.Notes.AddRange(notes);
        if (mail.Priority is "High" or "Low")
        {
            one.Notes.Add($"its priority was {mail.Priority}");
        }

        one.Body.Add(new("message", DraftMap.Of(
            Some("to", boxes[0]),
            Some("cc", boxes[1]),
            Some("bcc", boxes[2]),
            sender,
            DraftEntry.Of("subject", Text("Subject", mail.Subject) is { Length: > 0 } subject ? subject : task.Name),
            DraftEntry.Maybe("body", body.ReplaceLineEndings("\n")),
            Some("attachments", names),
            DraftEntry.Maybe("attachmentsFrom", folder?.Name))));
        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    private static DraftEntry? Some(string key, string[] texts) =>
        DraftEntry.If(texts.Length > 0, key, DraftPart.Of(texts));

    // What a mailbox is shown as falls away.
    private static string[] Boxes(string line) =>
    [
        .. Box().Matches(line).Select(each => each.Value.Trim())
            .Select(each => each is [.., '>'] && each.LastIndexOf('<') is var open and >= 0
                ? each[(open + 1)..^1].Trim() : each)
            .Where(each => each.Length > 0),
    ];

    // A comma in quotes stands in a name.
    [GeneratedRegex("(?:\"[^\"]*\"|[^;,\"])+")]
    private static partial Regex Box();

    private static (ConnectionDraft? Folder, string[] Names) Attachments(string line, TaskPaths paths)
    {
        var found = line.Split('|', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Select(path => paths.File(new TaskPath(TextSource.Direct, path))).ToArray();
        if (found.Select(each => each.Folder).Distinct().Count() > 1)
        {
            throw No("its attachments lie in several folders", line);
        }

        return (found is [var first, ..] ? first.Folder : null, [.. found.Select(each => each.Name)]);
    }

    // The sender of the first message is that of the server; a message that comes from another one says so.
    private static DraftEntry? Serve(TaskContext context, SendMailTask mail, string from)
    {
        var server = context.Find(mail.Connection);
        var host = server?.Parts.FirstOrDefault(each =>
            each.Name.Equals("SmtpServer", StringComparison.OrdinalIgnoreCase))?.Value ?? server?.Server ?? "";
        if (host.Length == 0)
        {
            throw No("no server takes the message", mail.Connection);
        }

        if (Boxes(from) is not [var sender] || (!IsLate(sender) && Mailbox.Mistake(sender) is not null))
        {
            throw No("the sender has to be one mailbox", from);
        }

        if (context.Solution.Mail is { } there && there.Text("host") != host)
        {
            throw No($"the solution sends through {there.Text("host")}, and has one server", $"{host}, {sender}");
        }

        context.Solution.Mail ??= Server(server, host, IsLate(sender) ? Known(mail.From) : sender);
        return DraftEntry.If(context.Solution.Mail.Text("from") != sender, "from", DraftPart.Of(sender));
    }

    private static DraftMap Server(SsisConnection? server, string host, string sender)
    {
        var usesTls = server?.Parts.Any(each => each.Name.Equals("EnableSsl", StringComparison.OrdinalIgnoreCase)
            && each.Value.Equals("true", StringComparison.OrdinalIgnoreCase)) == true;
        return DraftMap.Of(
            DraftEntry.Of("host", ForeignPlaceholders.Refused(host, "the mail server")),
            DraftEntry.If(!usesTls, "port", new DraftBare(PortOfMail)),
            DraftEntry.If(!usesTls, "tls", DraftPart.Of("none")),
            DraftEntry.Of("from", sender));
    }

    // A server has a mailbox of its own: that of design time, where only the run knows that of the message.
    private static string Known(string written) =>
        Boxes(written) is [var sender] && Mailbox.Mistake(sender) is null ? sender
            : throw No("only the run knows the sender of the message, and the server has none of its own", written);

    private static bool IsLate(string text) => text.Contains("${", StringComparison.Ordinal);

    private static OpenException No(string why, string text) =>
        new(SsisOpenCodes.Mail, why, text, SsisOpenCodes.Minutes);
}
