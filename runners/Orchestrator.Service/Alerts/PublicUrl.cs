namespace Orchestrator.Service.Alerts;

/// <summary>Where people reach the page, so that messages can name it.</summary>
public static class PublicUrl
{
    /// <summary>The address of a text; empty where there is none.</summary>
    /// <exception cref="ServiceRefusedException">ORC5303: it is none.</exception>
    public static string Parse(string? text) => string.IsNullOrEmpty(text) ? ""
        : !text.Any(char.IsControl) && Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Host.Length > 0
            && (address.Scheme == Uri.UriSchemeHttps || address.Scheme == Uri.UriSchemeHttp)
            && address.UserInfo.Length + address.Query.Length + address.Fragment.Length == 0
                ? address.AbsoluteUri
        : throw new ServiceRefusedException(ServiceCodes.NotAPublicUrl,
            "The public address of the page cannot be understood. Give the one that people open, as "
            + "https://etl.example.org.");
}
