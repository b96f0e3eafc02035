namespace Orchestrator.Packages.Transfer;

/// <summary>How a copy of an object ended.</summary>
internal enum CopyEnd
{
    /// <summary>It is there, whole.</summary>
    Copied,

    /// <summary>The object is another one by now, or gone.</summary>
    Changed,

    /// <summary>Its name is another one's, which stays.</summary>
    Taken,
}

/// <summary>
/// What a store is asked for: one bucket over S3, or one container of Azure Blob. What a store says of an object is a
/// condition of what is asked of it afterwards.
/// </summary>
internal interface IStoreRequests
{
    /// <summary>How people know it, at the begin of a sentence.</summary>
    string Name { get; }

    /// <summary>One page of the objects whose names begin so, in the order of their names.</summary>
    /// <param name="prefix">What they begin with.</param>
    /// <param name="isFlat">Whether those with a further / are left out.</param>
    /// <param name="most">How many at most.</param>
    /// <param name="from">What the page before said of the next one; null = the first.</param>
    StoreListing List(string prefix, bool isFlat, int most, string? from);

    /// <summary>Some bytes of an object, as long as it is the one that was listed; null = it is another one by now, or
    /// gone.</summary>
    byte[]? Read(StoredObject listed, long from, int count);

    /// <summary>Copies an object under another name, as long as it is the one that was listed.</summary>
    CopyEnd Copy(StoredObject listed, string to);

    /// <summary>Removes an object, if it is there; false = it is another one by now, as far as the store looks, and
    /// stays.</summary>
    bool Delete(StoredObject listed);
}
