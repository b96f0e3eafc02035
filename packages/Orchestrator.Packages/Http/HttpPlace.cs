namespace Orchestrator.Packages.Http;

/// <summary>Where a value stands in a request, which says how it is written there.</summary>
internal enum HttpPlace
{
    /// <summary>In the address: percent-encoded.</summary>
    Url,

    /// <summary>In the value of a header: as it is, without what would end the header.</summary>
    Header,

    /// <summary>In a body of JSON: within quotes escaped, outside of them a number, true, false or null.</summary>
    Json,

    /// <summary>In a form: percent-encoded.</summary>
    Form,

    /// <summary>In XML: by entities.</summary>
    Xml,

    /// <summary>In any other body: as it is.</summary>
    Text,
}
