namespace Orchestrator.Packages.Transfer;

/// <summary>What people are told to correct where a store says no, in the words of its kind.</summary>
/// <param name="Speaks">What its answers are those of.</param>
/// <param name="Place">Where what was asked for is not there.</param>
/// <param name="Elsewhere">Where the store is another one.</param>
/// <param name="Other">Where it says anything else.</param>
/// <param name="SignIn">Where it refuses who asks, by what it answers.</param>
internal sealed record StoreAdvice(
    string Speaks, string Place, string Elsewhere, string Other, Func<byte[], string> SignIn)
{
    /// <summary>Of a bucket over S3.</summary>
    public static StoreAdvice OfBuckets { get; } = new(
        "S3", "Correct `bucket` and `endpoint`", "Correct `region` and `endpoint`: nobody follows",
        "Correct `region`, if it is that; see the code in the documents of the store",
        _ => "Correct `keyId` and `key`, have them be given the right to it, and see that this machine's clock is "
            + "right");

    /// <summary>Of a container of Azure Blob.</summary>
    public static StoreAdvice OfBlobs { get; } = new(
        "Azure Blob", "Correct `account`, `container` and `endpoint`", "Correct `endpoint`: nobody follows",
        "See the code in the documents of Azure Blob", ToSignIn);

    // The same status stands for a wrong key, a wrong clock, a token that is over and a right that is not given.
    private static string ToSignIn(byte[] body)
    {
        var (code, detail) = (StoreXml.ErrorOf(body), StoreXml.OfError(body, "AuthenticationErrorDetail"));
        return Says(detail, "date header") || code == "RequestTimeTooSkewed"
            ? "Set this machine's clock: the store takes only requests of the last 15 minutes by its own"
            : Says(detail, "time frame") || Says(detail, "expiry")
            ? "`sas` is over or has not begun: make a token that lasts, or set this machine's clock if that is wrong"
            : code is "KeyBasedAuthenticationNotPermitted"
            ? "The account takes no key: give it `sas` in the place of `key`"
            : code is "AuthorizationPermissionMismatch" or "AuthorizationResourceTypeMismatch"
                or "AuthorizationServiceMismatch" or "InsufficientAccountPermissions"
            ? "Have `sas` be made with the rights to read and list, for `archive` and `rejected` to create, write and "
                + "delete, too"
            : code.StartsWith("Authorization", StringComparison.Ordinal)
            ? "See from which addresses and networks the account and `sas` may be asked"
            : "Correct `account`, and `key` or `sas`, and see that this machine's clock is right";
    }

    private static bool Says(string detail, string words) =>
        detail.Contains(words, StringComparison.OrdinalIgnoreCase);
}
