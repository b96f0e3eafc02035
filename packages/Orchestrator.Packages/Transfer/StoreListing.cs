using System.Globalization;

namespace Orchestrator.Packages.Transfer;

/// <summary>An object of a store, as that told of it.</summary>
/// <param name="Key">Its whole name.</param>
/// <param name="Size">Its bytes.</param>
/// <param name="Written">When it was written, in UTC.</param>
/// <param name="Tag">What tells it from any other one of its name.</param>
internal sealed record StoredObject(string Key, long Size, DateTime Written, string Tag)
{
    /// <summary>What tells its content from any other one, also of a copy; empty = the store does not say.</summary>
    public string Print { get; init; } = Tag;

    /// <summary>Why not all of it is there, in the store's word; empty = it is whole.</summary>
    public string Unfinished { get; init; } = "";

    /// <summary>Whether it is what a copy has left that came to nothing.</summary>
    public bool IsLeft => Unfinished is not ("" or "pending");

    /// <summary>One as an answer tells it.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static StoredObject Of(string key, string size, string written, string tag) =>
        long.TryParse(size, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes)
        && DateTimeOffset.TryParse(written, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
        && tag.Length > 0 && tag.All(sign => sign is > ' ' and <= '~')
            ? new StoredObject(key, bytes, time.UtcDateTime, tag)
            : throw new FormatException("an object has no size, time or tag");
}

/// <summary>One page of a listing.</summary>
/// <param name="Objects">The objects.</param>
/// <param name="Next">What asks for the next page; null = that was the last one.</param>
internal sealed record StoreListing(IReadOnlyList<StoredObject> Objects, string? Next);
