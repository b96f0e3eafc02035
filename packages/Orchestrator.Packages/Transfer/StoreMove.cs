using Orchestrator.Data;
using Orchestrator.Data.Files;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Moves an object of a store, which knows no such thing: it is copied, the copy looked at, and the original removed.
/// Killed in between, whoever moves it again finds the copy and goes on from there.
/// </summary>
internal sealed class StoreMove(StorePart part)
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
            if (other is null && Copy(file, there, place) == CopyEnd.Copied)
            {
                Remove(file, there, place);
                return place;
            }

            // Where somebody was faster, or of our own copy no answer came, it is there since.
            other ??= part.Find(place);
            if (other is not null && IsSame(file, there, other))
            {
                Remove(file, there, place);
                return place;
            }
        }

        throw PlaceFaults.Full(part.Name, into, file);
    }

    private CopyEnd Copy(string file, StoredObject there, string place)
    {
        var end = CopyEnd.Changed;
        CrashPoint.Around("stored.copied", () =>
        {
            end = part.Requests.Copy(there, part.KeyOf(place));
            if (end == CopyEnd.Changed)
            {
                throw Other(file);
            }
        });
        return end;
    }

    // What is removed is gone: the copy is looked at, and the original once more.
    private void Remove(string file, StoredObject there, string place)
    {
        if (part.Find(place) is not { Unfinished: "" } copy || copy.Size != there.Size
            || part.Find(file)?.Tag != there.Tag)
        {
            throw Other(file);
        }

        CrashPoint.Around("stored.removed", () =>
        {
            if (!part.Requests.Delete(there))
            {
                throw Other(file);
            }
        });
    }

    // Where the store does not say what an object holds, both are read.
    private bool IsSame(string file, StoredObject there, StoredObject other)
    {
        if (other.IsLeft)
        {
            return false;
        }

        part.RefuseUnfinished(other);
        return other.Size == there.Size && (there.Print.Length > 0 && other.Print.Length > 0
            ? there.Print == other.Print
            : Hash(file, there) == Hash(file, other));
    }

    private string Hash(string file, StoredObject one) =>
        part.Hash(one, () => Seen(file), CancellationToken.None);

    private static DataRefusedException Seen(string file) => new("ORC3110", $"{file}: was changed while it was looked "
        + "at before its move. The next run moves it.")
    { File = file };

    private IOException Other(string file) => new($"'{file}' of {part.Name} has become another one meanwhile.");
}
