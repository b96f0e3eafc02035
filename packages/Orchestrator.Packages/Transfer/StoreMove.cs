using Orchestrator.Data;
using Orchestrator.Data.Files;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Moves an object of a store, which knows no such thing: it is copied, the copy looked at, and the original removed.
/// Killed in between, whoever moves it again finds the copy and goes on from there.
/// </summary>
internal sealed class StoreMove(BucketPart part)
{
    /// <summary>Moves a file, and returns where it is since.</summary>
    /// <param name="file">The file.</param>
    /// <param name="into">The folder that it goes to.</param>
    /// <param name="attempt">What tells it from another one of its name there.</param>
    /// <param name="meant">The object as it was looked at; null = it was not.</param>
    /// <exception cref="IOException">It is gone or another one, or there is no room for its name.</exception>
    public string Of(string file, string into, long attempt, StoredObject? meant)
    {
        if (part.Find(file) is not { } there)
        {
            throw new IOException($"'{file}' of {part.Name} is not there any more.");
        }

        // Who has it moved has looked at it before, and means that one.
        if (meant is not null && meant.Tag != there.Tag)
        {
            throw Other(file);
        }

        foreach (var place in MovedFile.Places(into, file, attempt))
        {
            // One with the same content may be of a run that was killed before it removed the original.
            var other = part.Find(place);
            if (other is null || (other.Size == there.Size && other.Tag == there.Tag))
            {
                Move(file, there, place, isThere: other is not null);
                return place;
            }
        }

        throw PlaceFaults.Full(part.Name, into, file);
    }

    private void Move(string file, StoredObject there, string place, bool isThere)
    {
        if (!isThere)
        {
            CrashPoint.Around("stored.copied", () =>
            {
                if (!part.Requests.Copy(there, part.KeyOf(place)))
                {
                    throw Other(file);
                }
            });
        }

        // What is removed is gone: the copy is looked at, and the original once more.
        if (part.Find(place)?.Size != there.Size || part.Find(file)?.Tag != there.Tag)
        {
            throw Other(file);
        }

        CrashPoint.Around("stored.removed", () => part.Requests.Delete(there.Key));
    }

    private IOException Other(string file) => new($"'{file}' of {part.Name} has become another one meanwhile.");
}
