using MailKit;

namespace Orchestrator.Packages.Mail;

/// <summary>
/// Knows whether all of a message has been written, behind which its end follows. Before that a server that hears no
/// more throws away what it has.
/// </summary>
internal sealed class MailProgress : ITransferProgress
{
    private volatile bool _isWhole;

    /// <summary>Whether nothing of the message is left to be written.</summary>
    public bool IsWhole => _isWhole;

    // Dots at the beginning of lines are doubled on the way, so that it may be whole a little early: never late.
    public void Report(long bytesTransferred, long totalSize) => _isWhole |= bytesTransferred >= totalSize;

    public void Report(long bytesTransferred)
    {
        // Without its size nobody knows how much is left.
        _isWhole = true;
    }
}
