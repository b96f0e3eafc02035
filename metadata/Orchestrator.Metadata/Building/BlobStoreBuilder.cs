using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes blob stores of what was written, the environment laid over it.</summary>
internal static partial class BlobStoreBuilder
{
    /// <summary>What people call one.</summary>
    public const string Called = "blob store";

    private static readonly LaidOver OfEnvironments = new(
        BlobStoreKeys.List, BlobStoreKeys.Word, Called, "ORC1360", Laid);

    public static IReadOnlyList<BlobStore> Build(LoadContext context, Drafts drafts, Draft? environment) =>
    [
        .. OfEnvironments.Of(drafts.BlobStores, environment).Select(each =>
        {
            Check(context, each.Draft.Name, each.Map);
            return BlobStoreKeys.Section.Read(new BlobStore { Name = each.Draft.Name, At = each.Draft.At }, each.Map);
        }),
    ];

    /// <summary>Each blob store as it would be in an environment, and none of them twice.</summary>
    public static void CheckOverlays(LoadContext context, Drafts drafts, Draft environment) =>
        OfEnvironments.Check(context, drafts.BlobStores, environment, (draft, map) => Check(context, draft.Name, map));

    /// <summary>Where an environment is let in another way, the first way stays behind.</summary>
    private static YamlMap Laid(YamlMap draft, YamlMap over)
    {
        var left = over[BlobStoreKeys.Secret.Name] is not null ? BlobStoreKeys.Sas.Name
            : over[BlobStoreKeys.Sas.Name] is not null ? BlobStoreKeys.Secret.Name : null;
        return Overlay.Over(
            draft with { Entries = [.. draft.Entries.Where(entry => entry.Key.Text != left)] }, over);
    }

    private static void Check(LoadContext context, string name, YamlMap map)
    {
        AlertChecks.Password(context, map.Scalar(BlobStoreKeys.Secret.Name), BlobStoreKeys.Secret.Name);
        AlertChecks.Password(context, map.Scalar(BlobStoreKeys.Sas.Name), BlobStoreKeys.Sas.Name);
        CheckSignIn(context, name, map);
        var checks = new StoreChecks(context, "ORC1199", "container");
        var account = map.Scalar(BlobStoreKeys.Account.Name);
        if (account is not null && !StoreChecks.IsOpen(account) && !AccountName().IsMatch(account.Text))
        {
            context.Bag.Error("ORC1199", account.At, $"'{account.Text}' is no name of a storage account",
                "it has 3 to 24 small letters and digits");
        }

        if (map.Scalar(BlobStoreKeys.Endpoint.Name) is { } address && !StoreChecks.IsOpen(address))
        {
            CheckAddress(context, checks, address, account, map.Flag(BlobStoreKeys.AllowPrivate.Name, false));
        }

        if (map.Scalar(BlobStoreKeys.Container.Name) is { } container && !StoreChecks.IsOpen(container)
            && !ContainerName().IsMatch(container.Text))
        {
            context.Bag.Error("ORC1199", container.At, $"'{container.Text}' is no name of a container",
                "it has 3 to 63 small letters, digits and single hyphens between them");
        }

        checks.Folder(map.Scalar(BlobStoreKeys.Folder.Name));
        checks.Timeout(map.Scalar(BlobStoreKeys.Timeout.Name), BlobStoreKeys.Timeout.Name);
    }

    private static void CheckSignIn(LoadContext context, string name, YamlMap map)
    {
        var (key, sas) = (BlobStoreKeys.Secret.Name, BlobStoreKeys.Sas.Name);
        if ((map[key] is null) == (map[sas] is null) && !map.Refused.Contains(key) && !map.Refused.Contains(sas))
        {
            context.Bag.Error("ORC1199", (map[sas] ?? map).At,
                $"the blob store '{name}' has {(map[sas] is null ? "neither" : "both")} '{key}' "
                + $"{(map[sas] is null ? "nor" : "and")} '{sas}'",
                $"write one of them, as {key}: ${{secret:NAME}}");
        }
    }

    private static void CheckAddress(
        LoadContext context, StoreChecks checks, YamlScalar address, YamlScalar? account, bool allowPrivate)
    {
        var below = StoreChecks.AddressOf(address.Text)?.AbsolutePath.Trim('/');
        if (below is null
            || (below.Length > 0 && account is not null && !StoreChecks.IsOpen(account) && below != account.Text))
        {
            context.Bag.Error("ORC1199", address.At, $"'{BlobStoreKeys.Endpoint.Name}' is no address of an account",
                "write https:// and its name; only an emulator has the account, and nothing else, as its path");
        }
        else
        {
            checks.Secrecy(address, BlobStoreKeys.Endpoint.Name, BlobStoreKeys.AllowPrivate.Name, allowPrivate);
        }
    }

    [GeneratedRegex(@"^[a-z0-9]{3,24}\z")]
    private static partial Regex AccountName();

    [GeneratedRegex(@"^(?:\$root|\$web|(?=.{3,63}\z)[a-z0-9]+(?:-[a-z0-9]+)*)\z")]
    private static partial Regex ContainerName();
}
