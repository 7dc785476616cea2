{{- define "calabash.labels" -}}
app.kubernetes.io/name: calabash
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "calabash.selector" -}}
app.kubernetes.io/name: calabash
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: store
{{- end }}

{{- define "calabash.image" -}}
{{ required "image.repository is the image of deploy/Dockerfile in your registry." .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Pod settings that the store and its migration share. */}}
{{- define "calabash.pod" -}}
automountServiceAccountToken: false
# Service links would set variables that start with the release's name, which may be variables of the store.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  # User and group of "node".
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: keys
    secret:
      secretName: {{ .Values.secrets.keys }}
      items: [{ key: shop-keys, path: shop-keys }]
{{- end }}

{{- define "calabash.container" -}}
image: {{ include "calabash.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  - { name: keys, mountPath: /secrets, readOnly: true }
envFrom:
  - secretRef: { name: {{ .Values.secrets.environment }} }
env:
  # The store creates this folder, readable only by itself.
  - { name: DATA_DIR, value: /data/store }
  - { name: SHOP_KEYS_FILE, value: /secrets/shop-keys }
  - name: PUBLIC_ORIGIN
    value: {{ required "publicOrigin is the store's address, such as https://shop.example." .Values.publicOrigin | quote }}
  - name: TRUST_PROXY
    value: {{ required "trustProxy is the ingress controller's network." .Values.trustProxy | quote }}
  - { name: DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
  {{- if .Values.database.enabled }}
  - name: DATABASE_PASSWORD
    valueFrom: { secretKeyRef: { name: {{ .Release.Name }}-db-superuser, key: password } }
  # The operator generates passwords that need no URL encoding.
  - name: DATABASE_URL
    value: postgres://postgres:$(DATABASE_PASSWORD)@{{ .Release.Name }}-db-rw:5432/calabash
  {{- end }}
  {{- range $name, $value := .Values.environment }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
{{- end }}
