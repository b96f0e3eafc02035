using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a blob store, beside its name. A plan tells them with each connection whose folder it has.
/// </summary>
internal static class BlobStoreKeys
{
    /// <summary>The key under which they are listed.</summary>
    public const string List = "blobStores";

    /// <summary>The key of a name.</summary>
    public const string Word = "blobStore";

    private static readonly OptionMaker<BlobStore> Make = new(
        "blobStore", new BlobStore { Name = "" }, store => store.At);

    public static SectionKey<BlobStore> Account { get; } = Make.Of(
        new Key("account", new TextShape(TextForm.Place), "The storage account; ${env:NAME} may stand for it."),
        scalar => scalar.Text, account => account,
        store => store.Account, (store, value) => store with { Account = value });

    public static SectionKey<BlobStore> Endpoint { get; } = Make.Text(
        new Key("endpoint", new TextShape(TextForm.Place),
            "Its address; default https://ACCOUNT.blob.core.windows.net; of an emulator with the account as its path."),
        store => store.Endpoint, (store, value) => store with { Endpoint = value });

    public static SectionKey<BlobStore> Container { get; } = Make.Of(
        new Key("container", new TextShape(TextForm.Place), "The container; ${env:NAME} may stand for it."),
        scalar => scalar.Text, container => container,
        store => store.Container, (store, value) => store with { Container = value });

    public static SectionKey<BlobStore> Secret { get; } = Make.Text(
        new Key("key", new TextShape(TextForm.Secret), "The key of the account, which signs, as ${secret:NAME}."),
        store => store.Key, (store, value) => store with { Key = value });

    public static SectionKey<BlobStore> Sas { get; } = Make.Text(
        new Key("sas", new TextShape(TextForm.Secret),
            "In the place of a key: a token (shared access signature), as ${secret:NAME}."),
        store => store.Sas, (store, value) => store with { Sas = value });

    public static SectionKey<BlobStore> Folder { get; } = Make.Of(
        new Key("folder", Parts.Text,
            "What the names of its files begin with; default nothing, which is the container."),
        scalar => scalar.Text, folder => folder,
        store => store.Folder, (store, value) => store with { Folder = value });

    public static SectionKey<BlobStore> AllowPrivate { get; } = Make.Flag(
        "allowPrivate", "Whether it may be on the own machine or network, and over plain http",
        store => store.AllowPrivate, (store, value) => store with { AllowPrivate = value });

    public static SectionKey<BlobStore> Timeout { get; } = Make.Value(
        "timeout", Parts.Duration, "How long one answer may take, and how long a copy is waited for",
        scalar => scalar.ToDuration(),
        span => span == BlobStore.TimeoutDefault ? null : PropertyList.Duration(span),
        store => store.Timeout, (store, value) => store with { Timeout = value },
        PropertyList.Duration(BlobStore.TimeoutDefault));

    public static Section<BlobStore> Section { get; } =
        Make.Section([Account, Endpoint, Container, Secret, Sas, Folder, AllowPrivate, Timeout]);

    /// <summary>A blob store as a solution declares it.</summary>
    public static MapShape Declared { get; } = new("a blob store",
        [Parts.Named(Word, "Its name."), .. Section.Shape.Keys.Select(Required)]);

    /// <summary>What an environment says of one.</summary>
    public static MapShape Overlay { get; } = new("a blob store",
        [Parts.Named(Word, "Its name."), .. Section.Shape.Keys]);

    private static Key Required(Key key) =>
        key.Name == Account.Name || key.Name == Container.Name ? key with { IsRequired = true } : key;
}
