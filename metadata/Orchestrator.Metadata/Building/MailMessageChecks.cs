using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What a message may not say, as far as the metadata tell: what stands for a value the run looks at.
/// </summary>
internal sealed class MailMessageChecks(BuildScope scope)
{
    /// <summary>Looks at what an object says under its key, if it is of kind mail.</summary>
    /// <param name="map">The object.</param>
    /// <param name="definition">The same as it was read.</param>
    public void Check(YamlMap map, ObjectDefinition definition)
    {
        if (definition.Own is not MailOptions mail || map.Map(MailMessageKeys.Section.Name) is not { } written)
        {
            return;
        }

        foreach (var text in written.Entries.SelectMany(entry => TextsIn(entry.Value)))
        {
            // The run puts them in; who misspells one hears of it now.
            VariableTexts.Resolve(scope.Context, scope.Variables, text, takesOfRun: true);
        }

        Recipients(written, mail);
        Sender(written.Scalar(MailMessageKeys.From.Name));
        if (written.Scalar(MailMessageKeys.Subject.Name) is { } subject && subject.Text.Trim().Any(char.IsControl))
        {
            Error("ORC1133", subject.At, "the subject holds a line break or another control character",
                "write it in one line");
        }

        Attachments(written, mail);
    }

    private static IEnumerable<YamlScalar> TextsIn(YamlNode node) => node switch
    {
        YamlScalar text => [text],
        YamlList list => list.Items.OfType<YamlScalar>(),
        _ => [],
    };

    // What stands for a value may be anything.
    private static bool IsOpen(YamlScalar text) => text.Text.Contains("${", StringComparison.Ordinal);

    private void Recipients(YamlMap written, MailOptions mail)
    {
        var mailboxes = MailMessageKeys.Recipients.SelectMany(key => written.Items(key.Name)).OfType<YamlScalar>()
            .ToList();
        foreach (var mailbox in mailboxes.Where(mailbox => !IsOpen(mailbox)))
        {
            if (Mailbox.Mistake(mailbox.Text) is { } mistake)
            {
                Error("ORC1130", mailbox.At, $"the message cannot go to a mailbox that is written here: {mistake}",
                    "write one as ops@example.org, one for each entry");
            }
        }

        var isWhole = written.Refused.Count == 0 && MailMessageKeys.Recipients
            .All(key => written[key.Name] is not YamlList { HasRefused: true });
        if (mailboxes.Count == 0 && isWhole)
        {
            Error("ORC1130", mail.At, "the message goes to nobody", "add to: [MAILBOX]");
        }

        if (mailboxes.Count > MailOptions.RecipientsMax)
        {
            Error("ORC1130", mailboxes[MailOptions.RecipientsMax].At,
                $"the message goes to {mailboxes.Count} mailboxes, {MailOptions.RecipientsMax} are taken",
                "write the mailbox of a list that the mail system keeps");
        }
    }

    private void Sender(YamlScalar? from)
    {
        if (from is not null && !IsOpen(from) && Mailbox.Mistake(from.Text) is { } mistake)
        {
            Error("ORC1130", from.At, $"the message cannot come from what is written here: {mistake}",
                "write one mailbox as etl@example.org, or leave it out: the server has one");
        }
    }

    private void Attachments(YamlMap written, MailOptions mail)
    {
        var from = written.Scalar(MailMessageKeys.AttachmentsFrom.Name);
        var files = written.Items(MailMessageKeys.Attachments.Name).OfType<YamlScalar>().ToList();
        if (files.Count > 0 && from is null && !written.Refused.Contains(MailMessageKeys.AttachmentsFrom.Name))
        {
            Error("ORC1132", files[0].At, "the message does not say in which folder its attachments are",
                $"add {MailMessageKeys.AttachmentsFrom.Name}: CONNECTION, which is a folder of files");
        }

        if (from is not null && files.Count == 0 && !written.Refused.Contains(MailMessageKeys.Attachments.Name))
        {
            Error("ORC1132", from.At,
                $"'{MailMessageKeys.AttachmentsFrom.Name}' does nothing: the message has no attachments",
                "leave it out");
        }

        Folder(from);
        foreach (var file in files.Where(file => BelowFolder.IsLeft(file.Text)))
        {
            Error("ORC1132", file.At, $"the file '{file.Text}' lies outside the connection's folder",
                "name a file below it, with `/` and without `..`");
        }

        if (mail.AttachmentsMax > MailOptions.AttachmentsLimit)
        {
            Error("ORC1132", written[MailMessageKeys.AttachmentsMax.Name]?.At ?? mail.At,
                $"attachments of {mail.AttachmentsMax >> 20} MB are more than a message may have",
                $"write {MailOptions.AttachmentsLimit >> 20}MB or less; send the place of larger files");
        }
    }

    private void Folder(YamlScalar? from)
    {
        if (from is not null && scope.KnownConnection(from) is { IsFolder: false })
        {
            Error("ORC1132", from.At, $"'{from.Text}' is no folder of files", "name a connection to a folder of files");
        }
    }

    private void Error(string code, Origin at, string message, string hint) =>
        scope.Context.Bag.Error(code, at, message, hint);
}
