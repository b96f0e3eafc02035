using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Mail;

/// <summary>
/// What a message promises when it is sent twice: that nobody sends it twice by chance. The attempt is Running in the
/// ledger before anything is said to a server. One that said how it ended has sent it, or nobody has it; one that died,
/// or heard nothing behind the end of the message, may have sent it. Declared `idempotent: true`, the next attempt
/// sends it again under the same Message-ID, by which a mail system can drop the second one.
/// </summary>
internal static class MailContract
{
    /// <summary>Whether it must not be sent twice by chance.</summary>
    public static bool RunsOnce(ObjectDefinition definition) => !definition.Idempotent;

    /// <summary>Whether nobody knows if an attempt has sent it: one that was stopped before the end of the message has
    /// not.</summary>
    public static bool LeavesUnknown(EarlierAttempt earlier) => earlier.IsUnheard;

    /// <summary>
    /// The attempt whose number names the message: the first of the night that may have sent it, else this one. So each
    /// that sends it again says that it is the same.
    /// </summary>
    public static long NamedBy(PackageContext context) =>
        context.Past.Unfinished().Where(context.Past.MayFinish).Append(context.AttemptId).Min();

    /// <summary>How long it may take to give a message over, unless the package has less time.</summary>
    public static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    /// <summary>How long the answer to a message is waited for when somebody asks to stop.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);
}
