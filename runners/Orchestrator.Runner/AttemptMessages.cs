using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>
/// What servers say while an attempt is at work, in run.log: so many messages of so many characters, because a loop
/// that prints each row must not fill the disk.
/// </summary>
internal sealed class AttemptMessages(RunLog log, OutsideText outside, string attempt)
{
    private const int MessagesMax = 200;
    private const int CharactersMax = 2_000;

    private int _count;

    /// <summary>Writes one, from any thread.</summary>
    public void Tell(string message)
    {
        var number = Interlocked.Increment(ref _count);
        if (number <= MessagesMax)
        {
            log.Information($"{attempt}: {Short(outside.Block(message))}");
        }
        else if (number == MessagesMax + 1)
        {
            log.Information($"{attempt}: what it says after {MessagesMax} messages is left out");
        }
    }

    // Behind the gate, which would not know half a secret.
    private static string Short(string message) => message.Length <= CharactersMax ? message
        : $"{message[..CharactersMax]}… ({message.Length} characters)";
}
