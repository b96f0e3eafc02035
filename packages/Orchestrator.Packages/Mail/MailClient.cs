using MailKit.Net.Smtp;
using MimeKit;

namespace Orchestrator.Packages.Mail;

/// <summary>
/// A client that gives a message over for all of its mailboxes or for none: who sends it again for those that were
/// refused would send it to the others twice.
/// </summary>
/// <param name="recipients">To how many mailboxes it goes.</param>
internal sealed class MailClient(int recipients) : SmtpClient
{
    private const int TooLong = 200;

    private readonly List<(MailboxAddress Mailbox, SmtpResponse Answer)> _refused = [];
    private int _answered;

    protected override void OnRecipientAccepted(
        MimeMessage message, MailboxAddress mailbox, SmtpResponse response) => Answered();

    protected override void OnRecipientNotAccepted(
        MimeMessage message, MailboxAddress mailbox, SmtpResponse response)
    {
        _refused.Add((mailbox, response));
        if (recipients == 1)
        {
            base.OnRecipientNotAccepted(message, mailbox, response);
        }

        Answered();
    }

    // Behind the last one the message itself would follow.
    private void Answered()
    {
        if (++_answered < recipients || _refused.Count == 0)
        {
            return;
        }

        // What will not be taken later either says what becomes of the message.
        var (mailbox, answer) = _refused.OrderByDescending(one => (int)one.Answer.StatusCode >= 500).First();
        var told = string.Join("; ", _refused.Select(one =>
            $"{one.Mailbox.Address}: {(int)one.Answer.StatusCode} {Short(one.Answer.Response)}"));
        throw new SmtpCommandException(SmtpErrorCode.RecipientNotAccepted, answer.StatusCode, mailbox, told);
    }

    private static string Short(string text) => text.Length <= TooLong ? text : text[..TooLong] + "…";
}
