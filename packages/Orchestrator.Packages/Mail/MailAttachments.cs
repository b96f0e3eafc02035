using Orchestrator.Core;
using Orchestrator.Core.Alerts;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Mail;

/// <summary>A file that goes with a message.</summary>
/// <param name="Name">Its name without its folder, in one line.</param>
/// <param name="Content">All of it.</param>
internal sealed record MailAttachment(string Name, byte[] Content);

/// <summary>Reads the files that go with a message: all that are named, within bounds, or none.</summary>
internal static class MailAttachments
{
    private const int FilesMax = 100;

    /// <summary>The files, each once, in the order in which they are named.</summary>
    /// <exception cref="PackageRefusedException">One is not there, or they are too many or too large.</exception>
    public static IReadOnlyList<MailAttachment> Of(PackageContext context, MailOptions mail, MailTexts texts)
    {
        if (mail.Attachments.Count == 0)
        {
            return [];
        }

        var folder = FileFormats.Folder(context, Addresses.Find(context.Solution, mail.AttachmentsFrom!));
        string[] files = [.. mail.Attachments.SelectMany(written => Found(folder, written, texts)).Distinct()];
        if (files.Length > FilesMax)
        {
            throw Refused($"{files.Length} files would go with the message, {FilesMax} are taken. Pack them into one, "
                + "or name fewer.");
        }

        var left = mail.AttachmentsMax;
        var read = new List<MailAttachment>();
        foreach (var file in files)
        {
            var content = RawFile.Content(
                folder, file, left, over => context.HeldUp(WaitReason.Server, over), context.Cancellation);
            if (content is null)
            {
                throw Refused($"With '{file}' the attachments are more than the {mail.AttachmentsMax:N0} bytes that "
                    + "'attachmentsMax' takes. Pack it, raise that (to "
                    + $"{MailOptions.AttachmentsLimit >> 20}MB at most), or send the place of the file.");
            }

            left -= content.Length;
            read.Add(new MailAttachment(Named(file), content));
        }

        return read;
    }

    private static IReadOnlyList<string> Found(string folder, string written, MailTexts texts)
    {
        var pattern = texts.File(written);
        // A value names a file, and never all of them.
        if (pattern.Count(IsWild) != written.Count(IsWild))
        {
            throw Refused($"A value in '{written}' holds * or ?, and would stand for files that nobody named. Correct "
                + "the value.");
        }

        var found = FileListing.Files(folder, pattern);
        return found.Count > 0 ? found : throw Refused($"No file is called '{pattern}' in the folder of the "
            + "attachments. See to it that what writes it has ended before (`dependsOn`), or correct the name.");
    }

    private static bool IsWild(char one) => one is '*' or '?';

    private static string Named(string file) =>
        new string([.. Path.GetFileName(file).Select(one => MessageText.IsActing(one) ? '_' : one)])
            .Replace("=?", "=_", StringComparison.Ordinal);

    private static PackageRefusedException Refused(string why) =>
        new("ORC3541", ErrorClass.Data, "read", $"{why} Nothing was sent.");
}
