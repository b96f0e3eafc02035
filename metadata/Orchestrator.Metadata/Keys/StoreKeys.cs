using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a store, beside its name. A plan tells them with each connection whose folder it has.</summary>
internal static class StoreKeys
{
    /// <summary>The key under which they are listed.</summary>
    public const string List = "stores";

    /// <summary>The key of a name.</summary>
    public const string Word = "store";

    private static readonly OptionMaker<BucketStore> Make = new(
        "store", new BucketStore { Name = "" }, store => store.At);

    public static SectionKey<BucketStore> Endpoint { get; } = Make.Of(
        new Key("endpoint", new TextShape(TextForm.Place),
            "Its address without a path, https://…; ${env:NAME} may stand for it."),
        scalar => scalar.Text, address => address,
        store => store.Endpoint, (store, value) => store with { Endpoint = value });

    public static SectionKey<BucketStore> Region { get; } = Make.Value(
        "region", Parts.Text, "The region that requests are signed for",
        scalar => scalar.Text, region => region == BucketStore.RegionDefault ? null : region,
        store => store.Region, (store, value) => store with { Region = value }, BucketStore.RegionDefault);

    public static SectionKey<BucketStore> Bucket { get; } = Make.Of(
        new Key("bucket", new TextShape(TextForm.Place), "The bucket; ${env:NAME} may stand for it."),
        scalar => scalar.Text, bucket => bucket,
        store => store.Bucket, (store, value) => store with { Bucket = value });

    public static SectionKey<BucketStore> KeyId { get; } = Make.Text(
        new Key("keyId", new TextShape(TextForm.Secret), "The id of the key that signs, as ${secret:NAME}."),
        store => store.KeyId, (store, value) => store with { KeyId = value });

    public static SectionKey<BucketStore> Secret { get; } = Make.Text(
        new Key("key", new TextShape(TextForm.Secret), "The key that signs, as ${secret:NAME}."),
        store => store.Key, (store, value) => store with { Key = value });

    public static SectionKey<BucketStore> Folder { get; } = Make.Of(
        new Key("folder", Parts.Text, "What the names of its files begin with; default nothing, which is the bucket."),
        scalar => scalar.Text, folder => folder,
        store => store.Folder, (store, value) => store with { Folder = value });

    public static SectionKey<BucketStore> AllowPrivate { get; } = Make.Flag(
        "allowPrivate", "Whether it may be on the own machine or network, and over plain http",
        store => store.AllowPrivate, (store, value) => store with { AllowPrivate = value });

    public static SectionKey<BucketStore> Timeout { get; } = Make.Value(
        "timeout", Parts.Duration, "How long one answer may take",
        scalar => scalar.ToDuration(),
        span => span == BucketStore.TimeoutDefault ? null : PropertyList.Duration(span),
        store => store.Timeout, (store, value) => store with { Timeout = value },
        PropertyList.Duration(BucketStore.TimeoutDefault));

    public static Section<BucketStore> Section { get; } =
        Make.Section([Endpoint, Region, Bucket, KeyId, Secret, Folder, AllowPrivate, Timeout]);

    /// <summary>A store as a solution declares it.</summary>
    public static MapShape Declared { get; } = new("a store",
        [Parts.Named(Word, "Its name."), .. Section.Shape.Keys.Select(Required)]);

    /// <summary>What an environment says of one.</summary>
    public static MapShape Overlay { get; } = new("a store",
        [Parts.Named(Word, "Its name."), .. Section.Shape.Keys]);

    private static Key Required(Key key) =>
        key.Name == Endpoint.Name || key.Name == Bucket.Name || key.Name == KeyId.Name || key.Name == Secret.Name
            ? key with { IsRequired = true } : key;
}
