using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Send Mail Tasks; the server is one of the whole solution.</summary>
internal static class MailTasks
{
    private const string PortOfMail = "25";

    /// <summary>The objects of the task.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public static TaskResult Map(TaskContext context, SsisExecutable task, ProjectDraft project)
    {
        var (mail, read) = (task.Mail!, new Readings(context, task.Path, () => project));
        string Text(string property, string written) =>
            task.Expressions.FirstOrDefault(each => each.Property == property) is { } late
                ? read.Text(late.Expression, $"{task.Name}_{property}") : written;
        var from = Text("FromLine", mail.From).Trim();
        var to = Boxes(Text("ToLine", mail.To));
        if (to.Length == 0)
        {
            throw No("the message is for nobody", mail.To);
        }

        Serve(context, mail, from);
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
        if (mail.Priority is "High" or "Low")
        {
            one.Notes.Add($"its priority was {mail.Priority}");
        }

        one.Body.Add(new("message", DraftMap.Of(
            new DraftEntry("to", DraftPart.Of(to)),
            Some("cc", Boxes(Text("CCLine", mail.Cc))),
            Some("bcc", Boxes(Text("BCCLine", mail.Bcc))),
            DraftEntry.Of("subject", Text("Subject", mail.Subject) is { Length: > 0 } subject ? subject : task.Name),
            DraftEntry.Maybe("body", body.ReplaceLineEndings("\n")),
            Some("attachments", names),
            DraftEntry.Maybe("attachmentsFrom", folder?.Name))));
        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    private static DraftEntry? Some(string key, string[] texts) =>
        DraftEntry.If(texts.Length > 0, key, DraftPart.Of(texts));

    private static string[] Boxes(string line) =>
        line.Split([';', ','], StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

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

    private static void Serve(TaskContext context, SendMailTask mail, string from)
    {
        var server = context.Find(mail.Connection);
        var host = server?.Parts.FirstOrDefault(each =>
            each.Name.Equals("SmtpServer", StringComparison.OrdinalIgnoreCase))?.Value ?? server?.Server ?? "";
        if (host.Length == 0)
        {
            throw No("no server takes the message", mail.Connection);
        }

        if (from.Contains("${", StringComparison.Ordinal) || Boxes(from) is not [var sender])
        {
            throw No("the sender has to be one mailbox that is known before the run", from);
        }

        var usesTls = server?.Parts.Any(each => each.Name.Equals("EnableSsl", StringComparison.OrdinalIgnoreCase)
            && each.Value.Equals("true", StringComparison.OrdinalIgnoreCase)) == true;
        var made = DraftMap.Of(
            DraftEntry.Of("host", host),
            DraftEntry.If(!usesTls, "port", new DraftBare(PortOfMail)),
            DraftEntry.If(!usesTls, "tls", DraftPart.Of("none")),
            DraftEntry.Of("from", sender));
        if (context.Solution.Mail is { } there && (there.Text("host") != host || there.Text("from") != sender))
        {
            throw No($"the solution sends through {there.Text("host")} from {there.Text("from")}, and has one server",
                $"{host}, {sender}");
        }

        context.Solution.Mail = made;
    }

    private static OpenException No(string why, string text) =>
        new(SsisOpenCodes.Mail, why, text, SsisOpenCodes.Minutes);
}
