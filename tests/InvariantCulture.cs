using System.Globalization;
using System.Runtime.CompilerServices;

/// <summary>Tests run as the programs do: in the invariant culture, whatever the machine's language is.</summary>
internal static class InvariantCulture
{
#pragma warning disable CA2255 // Compiled into test assemblies only, which nobody else loads.
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void Set()
    {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        CultureInfo.DefaultThreadCurrentUICulture = CultureInfo.CurrentUICulture = CultureInfo.InvariantCulture;
    }
}
